#include "request.h"

#include "json-shape.h"
#include "output.h"

struct Request {
    gatomicrefcount references;
    JsonNode *root;
    /* What members are read from. */
    JsonObject *object;
    /* As JSON: a number or a text. */
    char *id;
};

/* Null, with the reason told, unless it is a number without fraction or a text. */
static char *read_id(JsonObject *object)
{
    JsonNode *node = json_object_get_member(object, "id");
    GType type = node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;
    if (type == G_TYPE_INT64)
        return g_strdup_printf("%" G_GINT64_FORMAT, json_node_get_int(node));
    if (type != G_TYPE_STRING)
        return NULL;
    g_autoptr(JsonNode) copy = json_node_copy(node);
    return json_to_string(copy, FALSE);
}

Request *request_parse(const char *line, gsize length)
{
    const char *problem = json_shape_problem(line, length);
    if (problem) {
        output_error(NULL, "protocol/not-json", problem);
        return NULL;
    }
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GError) error = NULL;
    if (!json_parser_load_from_data(parser, line, (gssize)length, &error)) {
        output_error(NULL, "protocol/not-json", error->message);
        return NULL;
    }
    g_autoptr(JsonNode) root = json_parser_steal_root(parser);
    if (!root || !JSON_NODE_HOLDS_OBJECT(root)) {
        output_error(NULL, "protocol/not-an-object", "a request is a JSON object");
        return NULL;
    }
    g_autofree char *id = read_id(json_node_get_object(root));
    if (!id) {
        output_error(NULL, "protocol/no-id", "a request has an id, an integer or a text");
        return NULL;
    }
    Request *request = g_new0(Request, 1);
    g_atomic_ref_count_init(&request->references);
    request->id = g_steal_pointer(&id);
    request->root = g_steal_pointer(&root);
    request->object = json_node_get_object(request->root);
    return request;
}

Request *request_hold(Request *request)
{
    g_atomic_ref_count_inc(&request->references);
    return request;
}

void request_release(Request *request)
{
    if (!g_atomic_ref_count_dec(&request->references))
        return;
    json_node_unref(request->root);
    g_free(request->id);
    g_free(request);
}

const char *request_id(Request *request)
{
    return request->id;
}

const char *request_op(Request *request)
{
    const char *op = NULL;
    return request_string(request, "op", &op) ? op : NULL;
}

void request_enter(Request *request, JsonObject *object)
{
    request->object = object;
}

void request_leave(Request *request)
{
    request->object = json_node_get_object(request->root);
}

/* Null is as good as nothing. */
static JsonNode *member(Request *request, const char *name)
{
    JsonNode *node = json_object_get_member(request->object, name);
    return node && !JSON_NODE_HOLDS_NULL(node) ? node : NULL;
}

static gboolean wrong_type(Request *request, const char *name, const char *expected)
{
    request_answer_error(request, "protocol/wrong-type", "%s is %s", name, expected);
    return FALSE;
}

static gboolean holds(JsonNode *node, GType type)
{
    return JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type;
}

gboolean request_string(Request *request, const char *name, const char **value)
{
    if (!member(request, name)) {
        request_answer_error(request, "protocol/missing-member", "%s is missing", name);
        return FALSE;
    }
    return request_string_if_any(request, name, value);
}

gboolean request_string_if_any(Request *request, const char *name, const char **value)
{
    JsonNode *node = member(request, name);
    if (!node)
        return TRUE;
    if (!holds(node, G_TYPE_STRING))
        return wrong_type(request, name, "a text");
    *value = json_node_get_string(node);
    return TRUE;
}

gboolean request_boolean_if_any(Request *request, const char *name, gboolean *value)
{
    JsonNode *node = member(request, name);
    if (!node)
        return TRUE;
    if (!holds(node, G_TYPE_BOOLEAN))
        return wrong_type(request, name, "true or false");
    *value = json_node_get_boolean(node);
    return TRUE;
}

gboolean request_integer_if_any(Request *request, const char *name, gint64 least, gint64 most, gint64 *value)
{
    JsonNode *node = member(request, name);
    if (!node)
        return TRUE;
    if (!holds(node, G_TYPE_INT64) || json_node_get_int(node) < least || json_node_get_int(node) > most) {
        g_autofree char *expected = g_strdup_printf(
            "an integer from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, least, most);
        return wrong_type(request, name, expected);
    }
    *value = json_node_get_int(node);
    return TRUE;
}

gboolean request_object_if_any(Request *request, const char *name, JsonObject **value)
{
    JsonNode *node = member(request, name);
    if (!node)
        return TRUE;
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return wrong_type(request, name, "an object");
    *value = json_node_get_object(node);
    return TRUE;
}

gboolean request_objects_if_any(Request *request, const char *name, JsonArray **value)
{
    JsonNode *node = member(request, name);
    if (!node)
        return TRUE;
    gboolean is_fitting = JSON_NODE_HOLDS_ARRAY(node);
    for (guint index = 0; is_fitting && index < json_array_get_length(json_node_get_array(node)); index++)
        is_fitting = JSON_NODE_HOLDS_OBJECT(json_array_get_element(json_node_get_array(node), index));
    if (!is_fitting)
        return wrong_type(request, name, "an array of objects");
    *value = json_node_get_array(node);
    return TRUE;
}

void request_answer_done(Request *request)
{
    OutputLine line = output_answer(request->id);
    output_add_json(&line, "result", "{}");
    output_send(&line);
}

void request_answer_error(Request *request, const char *code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    output_error(request->id, code, message);
}
