/** The names of the company and its products. All other code imports them. */
export const brand = {
  company: 'qInsight',
  invest: 'qInvest',
  chat: 'qChat',
  review: 'qReview',
  strategy: 'qStrategy',
  brain: 'qBrain',
} as const;
