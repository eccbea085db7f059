#include "operations.h"

#include "cookies.h"
#include "navigation.h"
#include "scripting.h"
#include "snapshot.h"
#include "stores.h"
#include "user-content.h"
#include "views.h"

static const struct {
    const char *op;
    void (*perform)(Request *request);
} operations[] = {
    {"makeDataStore", stores_make},
    {"removeDataStore", stores_remove},
    {"setCookie", cookies_set},
    {"deleteCookie", cookies_delete},
    {"getAllCookies", cookies_get_all},
    {"makeWebView", views_make},
    {"closeWebView", views_close},
    {"addUserScript", user_content_add_script},
    {"removeAllUserScripts", user_content_remove_scripts},
    {"addScriptMessageHandler", user_content_add_handler},
    {"removeScriptMessageHandler", user_content_remove_handler},
    {"load", navigation_load},
    {"loadHTMLString", navigation_load_html},
    {"reload", navigation_reload},
    {"goBack", navigation_go_back},
    {"goForward", navigation_go_forward},
    {"stopLoading", navigation_stop},
    {"evaluateJavaScript", scripting_evaluate},
    {"callAsyncJavaScript", scripting_call_async},
    {"takeSnapshot", snapshot_take},
    {"terminateWebContentProcess", scripting_terminate_process},
};

void operations_take(const char *line, gsize length)
{
    g_autoptr(Request) request = request_parse(line, length);
    const char *op = request ? request_op(request) : NULL;
    if (!op)
        return;
    for (gsize index = 0; index < G_N_ELEMENTS(operations); index++) {
        if (g_strcmp0(operations[index].op, op) == 0) {
            operations[index].perform(request);
            return;
        }
    }
    request_answer_error(request, "protocol/unknown-op", "no operation is called %s", op);
}
