/** Apart from the other texts of research: every page of the application announces that one has ended. */
export const researchEndWords = {
  ready: 'Your research is ready',
  failed: 'Your research failed',
} as const;
