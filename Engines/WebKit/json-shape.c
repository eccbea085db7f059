#include "json-shape.h"

#include <string.h>

const char *json_shape_problem(const char *line, gsize length)
{
    /* Finds NUL bytes too. */
    if (!g_utf8_validate_len(line, length, NULL))
        return "the line is not UTF-8, or has a NUL in it";
    gboolean is_text = FALSE;
    unsigned depth = 0;
    for (gsize index = 0; index < length; index++) {
        char byte = line[index];
        if (is_text && byte == '\\') {
            if (length - index >= 6 && strncmp(line + index, "\\u0000", 6) == 0)
                return "a text has a NUL in it";
            index++;
        } else if (byte == '"') {
            is_text = !is_text;
        } else if (!is_text && (byte == '{' || byte == '[')) {
            if (++depth > JSON_SHAPE_DEPTH)
                return "arrays and objects are nested too deeply";
        } else if (!is_text && (byte == '}' || byte == ']') && depth > 0) {
            depth--;
        } else if (!is_text && !g_ascii_isalnum(byte) && !strchr(" \t\r,:+-.]}", byte)) {
            /* Comments, say, which the reader takes and in which quotes would mean nothing. */
            return "a byte stands where no JSON has one";
        }
    }
    return NULL;
}
