import type { FeedbackReason } from '~/shared/feedback-reasons';

const reasons: Record<FeedbackReason, string> = {
  incorrect: 'Not correct',
  unsupported: 'Not supported by its sources',
  instructions: "Didn't follow instructions",
  length: 'Too long or too short',
  other: 'Other',
};

export const feedbackWords = {
  up: 'Good answer',
  down: 'Bad answer',
  reasons,
  edit: 'Edit feedback',
  heading: 'What was wrong?',
  choose: 'Reasons',
  comment: 'Comment (optional)',
  commentNote: 'Administrators can read this, but not your name or the conversation.',
  tooLong: (max: string) => `Comments can have at most ${max} characters`,
  send: 'Send Feedback',
  sending: 'Sending...',
  skip: 'Skip',
  sent: 'Feedback sent',
  failed: 'Failed to save your feedback',
  removeFailed: 'Failed to remove your feedback',

  section: 'Answer feedback',
  sectionNote: 'Ratings of answers in this period, by model.',
  model: 'Model',
  ups: 'Good',
  downs: 'Bad',
  loading: 'Loading feedback...',
  none: 'No feedback in this period',
  loadFailed: "Couldn't load the feedback",
  comments: 'Comments',
  commentText: 'Comment',
  date: 'Date',
  loadingComments: 'Loading comments...',
  noComments: 'No comments in this period',
  commentsFailed: "Couldn't load the comments",
} as const;
