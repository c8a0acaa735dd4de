/**
 * Turns HTML tags in the code of a diagram into plain text. Mermaid measures labels in elements of the page, where
 * event handlers of a tag would run if the CSP did not forbid it. Line breaks and stereotypes such as `<<interface>>`
 * are kept; arrows such as `<|--` and `<-->` don't start a tag.
 */
export const withoutTags = (code: string): string =>
  code
    .replaceAll(writtenAsEntity, '<')
    .replaceAll(stereotypeOrTag, (found) => (found.startsWith('<<') ? found : angleQuote));

/** `&lt;` in HTML and Mermaid (`#lt;`) notation. Mermaid decodes both. */
const writtenAsEntity = /[&#](?:lt|#?0*60|#?x0*3c);?/gi;
const stereotypeOrTag = /<<[\w -]+>>|<(?=[a-z/!?])(?!br ?\/?>)/gi;
/** Resembles "<" but doesn't start a tag. */
const angleQuote = '\u2039';
