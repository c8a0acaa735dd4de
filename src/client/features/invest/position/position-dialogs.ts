/** What administrators open, in one file to load. */
export { NoteDialog } from './note-dialog';
export { ThesisDialog } from './thesis-dialog';
export { ThesisDialogWithSource } from './thesis-dialog-with-source';
