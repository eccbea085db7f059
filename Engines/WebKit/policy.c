#include "policy.h"

#include <libsoup/soup.h>

#include "output.h"

static const char *navigation_type(WebKitNavigationAction *action)
{
    switch (webkit_navigation_action_get_navigation_type(action)) {
    case WEBKIT_NAVIGATION_TYPE_LINK_CLICKED:
        return "linkActivated";
    case WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED:
        return "formSubmitted";
    case WEBKIT_NAVIGATION_TYPE_BACK_FORWARD:
        return "backForward";
    case WEBKIT_NAVIGATION_TYPE_RELOAD:
        return "reload";
    case WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED:
        return "formResubmitted";
    default:
        return "other";
    }
}

static void decide_on_action(WebKitPolicyDecision *decision, gboolean is_new_window, View *view)
{
    WebKitNavigationAction *action =
        webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision));
    WebKitURIRequest *request = webkit_navigation_action_get_request(action);
    OutputLine line = output_event("decidePolicyForNavigationAction", view->name);
    output_add_string(&line, "url", webkit_uri_request_get_uri(request));
    output_add_string(&line, "httpMethod", webkit_uri_request_get_http_method(request));
    output_add_string(&line, "navigationType", navigation_type(action));
    output_add_boolean(&line, "isRedirect", webkit_navigation_action_is_redirect(action));
    output_add_boolean(&line, "isUserGesture", webkit_navigation_action_is_user_gesture(action));
    output_add_boolean(&line, "targetFrameIsNil", is_new_window);
    output_add_string(&line, "policy", "allow");
    output_send(&line);
    webkit_policy_decision_use(decision);
}

static gboolean is_attachment(WebKitURIResponse *response)
{
    SoupMessageHeaders *headers = webkit_uri_response_get_http_headers(response);
    g_autofree char *disposition = NULL;
    if (!headers || !soup_message_headers_get_content_disposition(headers, &disposition, NULL))
        return FALSE;
    return g_ascii_strcasecmp(disposition, "attachment") == 0;
}

static void decide_on_response(WebKitPolicyDecision *decision, View *view)
{
    WebKitResponsePolicyDecision *asked = WEBKIT_RESPONSE_POLICY_DECISION(decision);
    WebKitURIResponse *response = webkit_response_policy_decision_get_response(asked);
    gboolean can_show = webkit_response_policy_decision_is_mime_type_supported(asked);
    gboolean is_main_frame = webkit_response_policy_decision_is_main_frame_main_resource(asked);
    gboolean is_allowed = can_show && !is_attachment(response);
    OutputLine line = output_event("decidePolicyForNavigationResponse", view->name);
    output_add_string(&line, "url", webkit_uri_response_get_uri(response));
    output_add_integer(&line, "statusCode", webkit_uri_response_get_status_code(response));
    output_add_string(&line, "mimeType", webkit_uri_response_get_mime_type(response));
    output_add_boolean(&line, "isForMainFrame", is_main_frame);
    output_add_boolean(&line, "canShowMIMEType", can_show);
    output_add_string(&line, "policy", is_allowed ? "allow" : "cancel");
    output_send(&line);
    if (is_allowed)
        webkit_policy_decision_use(decision);
    else
        webkit_policy_decision_ignore(decision);
}

static gboolean decide(WebKitWebView *web G_GNUC_UNUSED, WebKitPolicyDecision *decision, WebKitPolicyDecisionType type,
                       View *view)
{
    switch (type) {
    case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
        decide_on_action(decision, FALSE, view);
        return TRUE;
    case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
        decide_on_action(decision, TRUE, view);
        return TRUE;
    case WEBKIT_POLICY_DECISION_TYPE_RESPONSE:
        decide_on_response(decision, view);
        return TRUE;
    default:
        return FALSE;
    }
}

void policy_observe(View *view)
{
    g_signal_connect(view->web, "decide-policy", G_CALLBACK(decide), view);
}
