export const none: never[] = [];

/** Returns the same empty array each time, so that nothing is rerendered because of a new one. */
export const filled = <T>(list: T[]): T[] => (list.length > 0 ? list : none);
