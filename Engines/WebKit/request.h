#pragma once

#include <json-glib/json-glib.h>

/*
 * One request: a JSON object with an `id`, an `op`, and the operation's own members.
 *
 * It is answered once: what is asked for later holds a reference to it until then. The functions that read members
 * answer with an error where one is missing or of another type, and give FALSE: the operation then only returns.
 */
typedef struct Request Request;

/* Answers with an error and returns null when the line is no request. */
Request *request_parse(const char *line, gsize length);
Request *request_hold(Request *request);
void request_release(Request *request);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Request, request_release)

const char *request_op(Request *request);

/* A text that must be there; the request owns it. */
gboolean request_string(Request *request, const char *name, const char **value);
/* Texts, booleans and integers that may be left out, or null: then `value` stays as it is. */
gboolean request_string_if_any(Request *request, const char *name, const char **value);
gboolean request_boolean_if_any(Request *request, const char *name, gboolean *value);
gboolean request_integer_if_any(Request *request, const char *name, gint64 least, gint64 most, gint64 *value);
/* An object; null where it is left out. */
gboolean request_object_if_any(Request *request, const char *name, JsonObject **value);
/* An array of objects; null where it is left out. */
gboolean request_objects_if_any(Request *request, const char *name, JsonArray **value);
/* The same of an object inside the request: it is read as if it were the request until the matching `leave`. */
void request_enter(Request *request, JsonObject *object);
void request_leave(Request *request);

/* The answer `{"id":…,"result":{}}`. */
void request_answer_done(Request *request);
/* The identity as JSON, for answers with something in them. */
const char *request_id(Request *request);
void request_answer_error(Request *request, const char *code, const char *format, ...) G_GNUC_PRINTF(3, 4);
