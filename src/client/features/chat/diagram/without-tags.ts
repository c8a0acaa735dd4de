/**
 * Makes HTML tags in the code of a diagram plain text. Mermaid measures labels in elements of the page, where the handler
 * of a tag would run if the page's rules did not forbid it. Line breaks stay, and so do stereotypes such as
 * `<<interface>>`; arrows such as `<|--` and `<-->` begin no tag.
 */
export const withoutTags = (code: string): string =>
  code
    .replaceAll(writtenAsEntity, '<')
    .replaceAll(stereotypeOrTag, (found) => (found.startsWith('<<') ? found : angleQuote));

/** `&lt;` as HTML and Mermaid (`#lt;`) write it. Mermaid decodes both. */
const writtenAsEntity = /[&#](?:lt|#?0*60|#?x0*3c);?/gi;
const stereotypeOrTag = /<<[\w -]+>>|<(?=[a-z/!?])(?!br ?\/?>)/gi;
/** It looks much like "<", and begins no tag. */
const angleQuote = '\u2039';
