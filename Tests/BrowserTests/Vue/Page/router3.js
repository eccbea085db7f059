// The package gives its router to the app that it is installed in, with the routes and the mode of a global state.
let router;

export function createRouter({ history, routes }) {
  window.trame = { state: { state: { trame__route_mode: history, trame__routes: routes } }, utils: {} };
  window.trame_router.install({ use: (made) => (router = made) });
  return router;
}
export const createWebHistory = () => "html5";
export const createWebHashHistory = () => "hash";
export const useRouter = () => router;
export const useRoute = () => new Proxy({}, { get: (_, member) => router.currentRoute.value[member] });
// Templates find them by their names: the router registers them with the app.
export const [RouterLink, RouterView] = [undefined, undefined];
