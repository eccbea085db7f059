#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

// libcrypto's functions that are used here are no variadic ones and no macros, so nothing needs a typed form.
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#endif
