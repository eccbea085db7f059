#pragma once

#include <gio/gio.h>

/* The longest line that is taken, in bytes: user scripts are the longest there are. */
#define INPUT_LINE_LIMIT (16u << 20)

typedef void (*InputTake)(const char *line, gsize length);
typedef void (*InputTooLong)(void);

/*
 * Reads standard input, a line at a time, without its line feed.
 *
 * A line that is too long is passed over to its end, and told once. The end of input begins the process's own.
 */
void input_start(InputTake take, InputTooLong too_long);
