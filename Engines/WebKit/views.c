#include "views.h"

#include "navigation.h"
#include "page-ui.h"
#include "policy.h"
#include "resources.h"
#include "user-content.h"

/* The screen of a telephone, where nothing else is asked for. */
#define USUAL_WIDTH 390
#define USUAL_HEIGHT 844
#define LARGEST_SIDE 8192

static GHashTable *views;

static void view_free(gpointer data)
{
    View *view = data;
    g_signal_handlers_disconnect_by_data(view->web, view);
    g_signal_handlers_disconnect_by_data(view->content, view);
    gtk_widget_destroy(view->window);
    g_clear_object(&view->web);
    g_clear_object(&view->content);
    view->store->views--;
    g_free(view->name);
    g_free(view);
}

void views_begin(void)
{
    views = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, view_free);
}

void views_end(void)
{
    g_clear_pointer(&views, g_hash_table_unref);
}

View *views_named_in(Request *request)
{
    const char *name = NULL;
    if (!request_string(request, "view", &name))
        return NULL;
    View *view = g_hash_table_lookup(views, name);
    if (!view)
        request_answer_error(request, "protocol/no-such-view", "no view is called %s", name);
    return view;
}

static WebKitSettings *make_settings(const char *user_agent)
{
    WebKitSettings *settings = webkit_settings_new();
    /* window.open of a page is told, not silently dropped. */
    webkit_settings_set_javascript_can_open_windows_automatically(settings, TRUE);
    webkit_settings_set_hardware_acceleration_policy(settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER);
    if (user_agent)
        webkit_settings_set_user_agent(settings, user_agent);
    return settings;
}

static void put_in_window(View *view, gint64 width, gint64 height)
{
    view->window = gtk_offscreen_window_new();
    gtk_window_set_default_size(GTK_WINDOW(view->window), (int)width, (int)height);
    gtk_container_add(GTK_CONTAINER(view->window), GTK_WIDGET(view->web));
    gtk_widget_show_all(view->window);
}

void views_make(Request *request)
{
    const char *name = NULL, *user_agent = NULL;
    gboolean tells_console = TRUE;
    gint64 width = USUAL_WIDTH, height = USUAL_HEIGHT;
    JsonArray *scripts = NULL, *handlers = NULL;
    if (!request_string(request, "view", &name) || !request_string_if_any(request, "customUserAgent", &user_agent) ||
        !request_boolean_if_any(request, "console", &tells_console) ||
        !request_integer_if_any(request, "width", 1, LARGEST_SIDE, &width) ||
        !request_integer_if_any(request, "height", 1, LARGEST_SIDE, &height) ||
        !request_objects_if_any(request, "userScripts", &scripts) ||
        !request_objects_if_any(request, "scriptMessageHandlers", &handlers))
        return;
    Store *store = stores_named_in(request);
    if (!store)
        return;
    if (g_hash_table_contains(views, name)) {
        request_answer_error(request, "protocol/name-taken", "there is a view called %s already", name);
        return;
    }
    View *view = g_new0(View, 1);
    view->name = g_strdup(name);
    view->store = store;
    view->tells_console = tells_console;
    view->content = webkit_user_content_manager_new();
    WebKitSettings *settings = make_settings(user_agent);
    view->web = g_object_ref_sink(g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", store->context,
                                               "user-content-manager", view->content, "settings", settings, NULL));
    g_object_unref(settings);
    store->views++;
    put_in_window(view, width, height);
    navigation_observe(view);
    policy_observe(view);
    resources_observe(view);
    page_ui_observe(view);
    user_content_begin(view);
    /* A script or handler that is wrong takes the view with it. */
    if (!user_content_add_all(view, request, scripts, handlers)) {
        view_free(view);
        return;
    }
    g_hash_table_insert(views, view->name, view);
    request_answer_done(request);
}

void views_close(Request *request)
{
    View *view = views_named_in(request);
    if (!view)
        return;
    g_hash_table_remove(views, view->name);
    request_answer_done(request);
}
