/**
 * Stands in for `mdast-util-to-markdown` and `markdown-table` in the browser (vite.config.ts). The reader of tables
 * and task lists brings the way back from a tree to markdown with it, some 8 KB that no screen uses; it only keeps
 * these by name.
 */
export const defaultHandlers = {};
export const markdownTable = undefined;
