/**
 * Whether a key belongs to an input method, such as one for Chinese or Japanese, and not to the page. Safari ends the
 * composition before it sends the key event, but the key code is still 229.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
