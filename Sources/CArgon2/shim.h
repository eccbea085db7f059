#ifndef CARGON2_SHIM_H
#define CARGON2_SHIM_H

// libargon2 has no variadic functions, so nothing needs a typed form here.
#include <argon2.h>

#endif
