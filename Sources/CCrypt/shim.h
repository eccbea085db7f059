#ifndef CCRYPT_SHIM_H
#define CCRYPT_SHIM_H

// crypt_ra is a plain function, so nothing needs a typed form.
#include <crypt.h>

#endif
