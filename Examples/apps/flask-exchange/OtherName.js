// A mistake: the page reads fb_token.
document.cookie = "firebase_token=${token}; path=/; secure; samesite=lax";
