/** The lazy parts of finished research in one file: most are small and share modules. */
export { ChangesDialog } from './changes-dialog';
export { NotesDialog } from './notes-dialog';
export { RepeatDialog } from './repeat-dialog';
