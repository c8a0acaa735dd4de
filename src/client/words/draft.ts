/** Texts of forms that keep unsaved text. */
export const draftWords = {
  restored: 'Your unsaved text was restored. Select Cancel to discard it.',
  outdated: 'The saved version has changed since you wrote this. Compare both before you save.',
} as const;
