/** Texts of the article editor. Separate from the texts of collections, which the chat loads. */
export const articleWords = {
  editor: 'Editor',
  write: 'Write',
  preview: 'Preview',
  nothingToPreview: 'Nothing to preview yet',
} as const;
