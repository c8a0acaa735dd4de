/** Texts for attaching files: the button, and reasons why a file is not accepted. */
export const uploadWords = {
  attachFiles: 'Attach files',
  cannotAttach: "Files can't be attached right now",
  reloadToTryAgain: 'Reload the page to try again.',
  tooLarge: (size: string) => `File is larger than ${size}`,
  typeNotAllowed: 'This file type is not allowed',
  tooMany: (count: number) => `At most ${count} files per message`,
  tooManyAtOnce: (count: number) => `At most ${count} files at a time`,
  isEmpty: 'This file is empty',
  deleted: (names: readonly string[]) =>
    `${names.join(', ')}: Deleted, because unsent files are kept for 7 days. Attach ${names.length === 1 ? 'it' : 'them'} again.`,
} as const;
