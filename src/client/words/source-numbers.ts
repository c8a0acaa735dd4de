/** What every answer needs; the words of the panel are loaded with it. */
export const sourceNumberWords = {
  source: (number: number, title: string) => `Source ${number}: ${title}`,
} as const;
