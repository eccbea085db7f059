// Not a module: it runs before the first paint, so that a dark page never flashes white.
try {
  const kept = localStorage.getItem("session-bridge-theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
} catch {
  // Storage may be forbidden; the system's colours will do.
}
