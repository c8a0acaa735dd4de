/** Reasons for rating an answer down. */
export const feedbackReasons = ['incorrect', 'unsupported', 'instructions', 'length', 'other'] as const;
export type FeedbackReason = (typeof feedbackReasons)[number];
