/**
 * The first child, and all later ones, without specificity. `:not(* + *)` and `* + *` select the same elements, but with
 * them in any style, each child added anywhere on the page makes browsers restyle everything in its parent.
 *
 * The capitals change nothing in CSS. Written in lowercase, the name makes Emotion warn in development that style tags
 * rendered on the server may be the first child. Ours are in the head. Emotion's comment to turn this off does not work
 * in nested rules.
 */
export const first = ':where(:FIRST-CHILD)';
export const notFirst = ':where(:not(:FIRST-CHILD))';
