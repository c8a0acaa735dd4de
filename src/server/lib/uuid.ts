/** In lower case, as the database returns ids. It throws for ids in other formats. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Sorts before every id, and belongs to no row. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';
