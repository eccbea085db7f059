#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <string.h>
#include <unistd.h>

#include "ending.h"

static int descriptor = STDOUT_FILENO;

gboolean output_claim(void)
{
    descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    return descriptor >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
}

static void append_quoted(GString *text, const char *value)
{
    g_autofree char *valid = g_utf8_make_valid(value, -1);
    g_string_append_c(text, '"');
    for (const char *byte = valid; *byte; byte++) {
        if (*byte == '"' || *byte == '\\')
            g_string_append_printf(text, "\\%c", *byte);
        else if ((unsigned char)*byte < 0x20 || *byte == 0x7F)
            g_string_append_printf(text, "\\u%04x", (unsigned)*byte);
        else
            g_string_append_c(text, *byte);
    }
    g_string_append_c(text, '"');
}

static void append_name(OutputLine *line, const char *name)
{
    char last = line->text->str[line->text->len - 1];
    if (last != '{' && last != '[')
        g_string_append_c(line->text, ',');
    if (!name)
        return;
    append_quoted(line->text, name);
    g_string_append_c(line->text, ':');
}

OutputLine output_event(const char *name, const char *view)
{
    OutputLine line = {g_string_new("{")};
    output_add_string(&line, "event", name);
    output_add_string(&line, "view", view);
    return line;
}

OutputLine output_answer(const char *id)
{
    OutputLine line = {g_string_new("{")};
    output_add_json(&line, "id", id ? id : "null");
    return line;
}

void output_add_string(OutputLine *line, const char *name, const char *value)
{
    if (!value)
        return;
    append_name(line, name);
    append_quoted(line->text, value);
}

void output_add_integer(OutputLine *line, const char *name, gint64 value)
{
    append_name(line, name);
    g_string_append_printf(line->text, "%" G_GINT64_FORMAT, value);
}

void output_add_boolean(OutputLine *line, const char *name, gboolean value)
{
    output_add_json(line, name, value ? "true" : "false");
}

void output_add_json(OutputLine *line, const char *name, const char *value)
{
    append_name(line, name);
    g_string_append(line->text, value);
}

void output_open(OutputLine *line, const char *name, char bracket)
{
    append_name(line, name);
    g_string_append_c(line->text, bracket);
}

void output_close(OutputLine *line, char bracket)
{
    g_string_append_c(line->text, bracket);
}

void output_send(OutputLine *line)
{
    g_string_append(line->text, "}\n");
    const char *rest = line->text->str;
    size_t left = line->text->len;
    while (left > 0) {
        /* Waits while the reader is behind: a page that writes without end is held up by it. */
        ssize_t count = write(descriptor, rest, left);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            ending_begin();
            break;
        }
        rest += count;
        left -= (size_t)count;
    }
    g_string_free(line->text, TRUE);
    line->text = NULL;
}

void output_error(const char *id, const char *code, const char *message)
{
    OutputLine line = output_answer(id);
    output_open(&line, "error", '{');
    output_add_string(&line, "code", code);
    output_add_string(&line, "message", message);
    output_close(&line, '}');
    output_send(&line);
}
