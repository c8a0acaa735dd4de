/** Why an answer can be rated down. */
export const feedbackReasons = ['incorrect', 'unsupported', 'instructions', 'length', 'other'] as const;
export type FeedbackReason = (typeof feedbackReasons)[number];
