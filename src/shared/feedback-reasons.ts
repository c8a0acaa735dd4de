/** The reasons for a negative rating of an answer. */
export const feedbackReasons = ['incorrect', 'unsupported', 'instructions', 'length', 'other'] as const;
export type FeedbackReason = (typeof feedbackReasons)[number];
