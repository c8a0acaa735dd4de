export const landingExampleWords = {
  sources: ['federalreserve.gov', 'board-report-q3.pdf · p. 4', 'bls.gov'],
  reach: 20_000,
  reachLabel: 'potential customers in one survey',
} as const;
