/** Texts of forms that keep unsaved text. */
export const draftWords = {
  restored: 'Your unsaved text was restored. Cancel discards it.',
} as const;
