/** Texts of a project's files, in its dialog. */
export const projectFilesWords = {
  files: 'Files',
  hint: 'Used in all conversations of this project, and nowhere else.',
  upload: 'Upload Files',
  more: 'Show more',
  uploading: (count: number, project: string) =>
    `Uploading ${count} ${count === 1 ? 'file' : 'files'} to ${project}...`,
  added: (count: number, project: string) => `${count} ${count === 1 ? 'file' : 'files'} added to ${project}`,
  remove: (name: string) => `Remove ${name}`,
  notAdded: (name: string) => `Failed to add ${name}`,
  addFailed: 'Failed to add files',
  listFailed: "Couldn't load the files",
  delete: 'Delete File',
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteBody: (name: string) => `Delete "${name}"? New answers won't use it.`,
  deleted: 'File deleted',
  deleteFailed: 'Failed to delete the file',
} as const;
