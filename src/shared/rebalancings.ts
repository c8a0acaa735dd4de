/** How often a back-test restores its weights. */
export const rebalancings = ['never', 'monthly', 'quarterly', 'yearly'] as const;
export type Rebalancing = (typeof rebalancings)[number];
