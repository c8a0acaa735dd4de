/** The names of the company and its products. Nothing else spells them out. */
export const brand = {
  company: 'qInsight',
  invest: 'qInvest',
  chat: 'qChat',
  review: 'qReview',
  strategy: 'qStrategy',
  brain: 'qBrain',
} as const;
