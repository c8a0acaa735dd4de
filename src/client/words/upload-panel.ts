import { acceptedFamilies } from '~/shared/file-kinds';

/** Texts of the upload dialog, loaded with it. Its library replaces %{…}. */
export const uploadPanelWords = {
  title: 'Attach files',
  close: 'Close',
  limits: (size: string, count: number) =>
    `${acceptedFamilies}, up to ${size} each. ${count === 1 ? 'One file' : `${count} files`} at most.`,
  name: 'Name',
  fileName: 'File name',
  rotateByDegrees: 'Rotate by degrees',
  savingEdit: 'Saving your edits',
  editNotSaved: 'Failed to save your edit. Edit the image again, or remove it.',
  discardTitle: (count: number) => (count === 1 ? 'Discard this file?' : `Discard ${count} files?`),
  discardBody: 'Files that have not been uploaded, and your edits, will be lost.',
  discard: 'Discard',
  isUploading: 'Files are being uploaded. Select Cancel to stop.',
  filesToAttach: 'Files to attach',
  dropPasteBrowse: 'Drop files here, paste them or %{browseFiles}',
  dropPasteImport: 'Drop files here, paste them, %{browseFiles} or import from:',
  browse: 'choose from your device',
  /** Nothing can be dropped on phones. */
  chooseOnly: '%{browseFiles}',
  choose: 'Choose from your device',
  dropToAdd: 'Drop to add',
  remoteFailed: "Couldn't load remote sources",
  oneAtOnce: 'At most 1 file at a time',
  imageTooLarge: (size: string) => `Image is larger than ${size}`,
  duplicate: 'Already added: %{fileName}',
  offline: "You're offline. Uploads will resume when you're back online.",
  online: 'You are online again',
} as const;
