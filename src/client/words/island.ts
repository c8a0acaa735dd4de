/** Loaded with every public page, so it has only the texts that are shown before React. */
export const islandWords = {
  // A page that was opened before an update refers to a file that no longer exists.
  notLoaded: "Couldn't load this part. Check your connection, or reload the page.",
} as const;
