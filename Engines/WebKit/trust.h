#pragma once

/*
 * Lets this process and those that it starts trust the authorities in a file, and nobody else; see trust-backend.c.
 *
 * Called before anything of GIO's is used. `program` is where this program lies: the module lies beside it.
 */
void trust_authorities(const char *file, const char *program);
