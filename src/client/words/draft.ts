/** Texts of forms that keep unsaved text. */
export const draftWords = {
  restored: 'Your unsaved text was restored. Cancel discards it.',
  outdated: 'A newer version was saved after you wrote this. Compare them before you save.',
} as const;
