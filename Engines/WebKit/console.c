#include "console.h"

#include "output.h"

#define HANDLER "sessionBridgeConsole"

/* Strings, so that nothing of the page's is kept alive, and as a console would show them. */
static const char source[] =
    "(() => {\n"
    "  const handler = window.webkit.messageHandlers." HANDLER ";\n"
    "  const text = (value) => {\n"
    "    if (typeof value === 'string') return value;\n"
    "    if (value instanceof Error) return String(value);\n"
    "    try { return JSON.stringify(value) ?? String(value); } catch { return String(value); }\n"
    "  };\n"
    "  const post = (level, message, more) => {\n"
    "    try { handler.postMessage({ level, message: message.slice(0, 65536), url: location.href, ...more }); } catch {}\n"
    "  };\n"
    "  const facts = (value) => {\n"
    "    if (!(value instanceof Error)) return {};\n"
    "    const at = /(https?:[^\\s()@]+):(\\d+):(\\d+)/.exec(value.stack ?? '');\n"
    "    const place = at ? { source: at[1], line: Number(at[2]), column: Number(at[3]) } : {};\n"
    "    return { name: String(value.name), ...place };\n"
    "  };\n"
    "  for (const level of ['debug', 'error', 'info', 'log', 'warn']) {\n"
    "    const original = console[level];\n"
    "    console[level] = function (...values) {\n"
    "      const error = level === 'error' ? values.find((value) => value instanceof Error) : undefined;\n"
    "      post(level, values.map(text).join(' '), facts(error));\n"
    "      return original.apply(this, values);\n"
    "    };\n"
    "  }\n"
    "  addEventListener('error', (event) => {\n"
    "    if (!(event instanceof ErrorEvent)) return;\n"
    "    const place = { source: event.filename, line: event.lineno, column: event.colno };\n"
    "    post('exception', event.message, { ...facts(event.error), ...place });\n"
    "  });\n"
    "  addEventListener('unhandledrejection', (event) => {\n"
    "    post('exception', text(event.reason), { ...facts(event.reason), rejection: true });\n"
    "  });\n"
    "})();\n";

static void received(WebKitUserContentManager *manager G_GNUC_UNUSED, WebKitJavascriptResult *result, View *view)
{
    /* A page may call the handler itself, with anything in it. */
    g_autofree char *body = jsc_value_to_json(webkit_javascript_result_get_js_value(result), 0);
    OutputLine line = output_event("consoleMessage", view->name);
    output_add_json(&line, "body", body ? body : "null");
    output_send(&line);
}

void console_begin(View *view)
{
    webkit_user_content_manager_register_script_message_handler(view->content, HANDLER);
    g_signal_connect(view->content, "script-message-received::" HANDLER, G_CALLBACK(received), view);
    console_add_script(view);
}

void console_add_script(View *view)
{
    WebKitUserScript *script = webkit_user_script_new(source, WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES,
                                                      WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, NULL, NULL);
    webkit_user_content_manager_add_script(view->content, script);
    webkit_user_script_unref(script);
}
