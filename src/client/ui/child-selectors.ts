/**
 * Selectors of first and later children without specificity. `* + *` and `:not(* + *)` say the same, but with them,
 * browsers style everything in an element again whenever a child is added, in any element of the page.
 */

/** Emotion warns about `:first-child`, because server-rendered style tags can come first. Ours are in the head. */
const isSafe =
  '/* emotion-disable-server-rendering-unsafe-selector-warning-please-do-not-use-this-the-warning-exists-for-a-reason */';

export const first = `:where(:first-child)${isSafe}`;
export const notFirst = `:where(:not(:first-child))${isSafe}`;
