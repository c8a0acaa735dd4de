/** Separate from the other texts of research, because every page announces a finished research. */
export const researchEndWords = {
  ready: 'Your research is ready',
  failed: 'Your research failed',
  open: 'Open',
} as const;
