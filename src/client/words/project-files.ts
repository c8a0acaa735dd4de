/** Of the files of a project, in its dialog. */
export const projectFilesWords = {
  files: 'Files',
  hint: 'Every conversation of this project draws on them, and no other.',
  later: 'You can add files to the project once it is created.',
  upload: 'Upload Files',
  more: 'Show more',
  added: (count: number) => `${count} ${count === 1 ? 'file' : 'files'} added`,
  notAdded: (name: string) => `Failed to add ${name}`,
  addFailed: 'Failed to add the files',
  listFailed: "Couldn't load the files",
  delete: 'Delete File',
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteBody: (name: string) => `Delete "${name}"? New answers no longer draw on it.`,
  deleted: 'File deleted',
  deleteFailed: 'Failed to delete the file',
} as const;
