export const none: never[] = [];

/** Replaces every empty list by the same array, so that a new empty list causes no rerender. */
export const filled = <T>(list: T[]): T[] => (list.length > 0 ? list : none);
