#pragma once

#include <glib.h>

/*
 * A line of output: one JSON object, whose members are added one after the other.
 *
 * Written by hand and not by a library, since what pages give is JSON already and goes out as it came.
 */
typedef struct {
    GString *text;
} OutputLine;

/* Takes standard output for itself: whatever libraries print goes to standard error from then on. */
gboolean output_claim(void);

OutputLine output_event(const char *name, const char *view);
OutputLine output_answer(const char *id);

/* A null text is the member's absence. Bytes that are not UTF-8 become U+FFFD. */
void output_add_string(OutputLine *line, const char *name, const char *value);
void output_add_integer(OutputLine *line, const char *name, gint64 value);
void output_add_boolean(OutputLine *line, const char *name, gboolean value);
/* The value is JSON, without line feeds. */
void output_add_json(OutputLine *line, const char *name, const char *value);

/* Opens a member that is an object or array; `name` is null inside of an array. Ended with `output_close`. */
void output_open(OutputLine *line, const char *name, char bracket);
void output_close(OutputLine *line, char bracket);

/* Writes the line and frees it. Ends the main loop when nobody reads any more. */
void output_send(OutputLine *line);

/* The object's error and nothing else; `id` is null where the request's is not known. */
void output_error(const char *id, const char *code, const char *message);
