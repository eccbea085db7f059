import { expiredCookie, readCookie } from "/app/cookies.js";

const VueCookies = {
  get: (name) => readCookie(document.cookie, name),
  remove: (name) => void (document.cookie = expiredCookie(name)),
  install(Vue) {
    Vue.prototype.$cookies = Vue.$cookies = VueCookies;
  },
};
export default VueCookies;
