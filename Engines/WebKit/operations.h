#pragma once

#include <glib.h>

/* Does what one line asks for, and answers it: now, or when WebKit has done it. */
void operations_take(const char *line, gsize length);
