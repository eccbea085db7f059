export const { createApp, inject, nextTick, reactive, ref } = window.Vue;
