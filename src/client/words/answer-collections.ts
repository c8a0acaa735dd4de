export const answerCollectionsWords = {
  badge: (count: number) => `Collections(${count})`,
  used: 'Collections used in this answer',
  save: 'Save to collection',
  saved: 'Answer saved',
  saveFailed: 'Failed to save the answer',
  none: 'No collections yet',
  manage: 'Manage collections',
} as const;
