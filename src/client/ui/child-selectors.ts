/**
 * Selectors of first and later children without specificity. `* + *` and `:not(* + *)` say the same, but with them,
 * browsers style everything in an element again whenever a child is added, in any element of the page.
 *
 * Capital letters mean the same in CSS. In development, Emotion warns about the lowercase name, because server-rendered
 * style tags can be the first child. Ours are in the head. Its comment against the warning has no effect in nested rules.
 */
export const first = ':where(:FIRST-CHILD)';
export const notFirst = ':where(:not(:FIRST-CHILD))';
