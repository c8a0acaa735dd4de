/**
 * Replaces `@ungap/structured-clone` in the browser (vite.config.ts). The Markdown parser uses that polyfill, but all
 * supported browsers have `structuredClone`.
 */
export default structuredClone;
