#pragma once

#include <glib.h>

/* How deeply arrays and objects may nest. */
#define JSON_SHAPE_DEPTH 64

/*
 * What keeps a line from being given to the JSON reader; null when nothing does.
 *
 * The reader calls itself for each level, and C's texts end at a NUL: both are refused before it sees them.
 */
const char *json_shape_problem(const char *line, gsize length);
