/** In lower case, as the database returns ids. The database throws for other formats. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Sorts before every id that the database creates. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';
