/** Texts of sent files. Separate from those of the draft's files, which every chat loads. */
export const sentFilesWords = {
  opensInNewTab: '(opens in a new tab)',
  extractedText: 'Extracted Text:',
  processingError: 'Processing error:',
  waitingToBeRead: '· Waiting to be processed',
  couldNotBeRead: '· Processing failed',
  reading: 'Processing',
  attachments: 'Attachments',
  previousImage: 'Previous image',
  nextImage: 'Next image',
  openInNewTab: 'Open in a new tab',
  close: 'Close',
  view: (name: string) => `View ${name}`,
} as const;
