export const dayMs = 86_400_000;

/** The calendar day in UTC as 'yyyy-mm-dd'. */
export const utcDay = (date: Date): string => date.toISOString().slice(0, 10);
