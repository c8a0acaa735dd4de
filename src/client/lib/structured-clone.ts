/**
 * Stands in for `@ungap/structured-clone` in the browser (vite.config.ts): the reader of Markdown brings it for browsers
 * that cannot copy values themselves, which this application does not run on.
 */
export default structuredClone;
