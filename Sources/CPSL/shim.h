#ifndef CPSL_SHIM_H
#define CPSL_SHIM_H

// libpsl has no variadic functions, so nothing needs a typed form here.
#include <libpsl.h>

#endif
