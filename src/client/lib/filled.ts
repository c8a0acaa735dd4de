export const none: never[] = [];

/** Replaces an empty list by one that is always the same array, so that a new one rerenders nothing. */
export const filled = <T>(list: T[]): T[] => (list.length > 0 ? list : none);
