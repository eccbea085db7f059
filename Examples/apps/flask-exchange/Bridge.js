// What the app injects: Swift puts the custom token in the place of ${token}.
(function () {
  document.cookie = "fb_token=${token}; path=/; secure; samesite=lax";
})();
