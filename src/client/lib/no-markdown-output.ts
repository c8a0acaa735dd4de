/**
 * Replaces `mdast-util-to-markdown` and `markdown-table` in the browser (vite.config.ts). The GFM parsers import these
 * serializers (8 KB), but nothing calls them.
 */
export const defaultHandlers = {};
export const markdownTable = undefined;
