export default window.VueRouter;
