/** The upload dialog, whose words come with it. %{…} is filled in by the dialog's library. */
export const uploadPanelWords = {
  title: 'Attach files',
  close: 'Close',
  limits: (size: string, count: number) =>
    `PDF, Word and image files, up to ${size} each. ${count === 1 ? 'One file' : `${count} files`} at most.`,
  name: 'Name',
  fileName: 'File name',
  rotateByDegrees: 'Rotate by degrees',
  filesToAttach: 'Files to attach',
  dropPasteBrowse: 'Drop files here, paste them or %{browseFiles}',
  dropPasteImport: 'Drop files here, paste them, %{browseFiles} or import from:',
  browse: 'choose from your device',
  dropToAdd: 'Drop to add',
  remoteFailed: 'Remote sources could not be loaded',
  duplicate: 'This file is here already: %{fileName}',
  offline: 'You appear to be offline. Uploads go on when you are back.',
  online: 'You are online again',
} as const;
