/** Source texts that every answer needs. Those of the sources panel are loaded with it. */
export const sourceNumberWords = {
  source: (number: number, title: string) => `Source ${number}: ${title}`,
} as const;
