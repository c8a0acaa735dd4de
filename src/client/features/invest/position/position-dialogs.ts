/** The dialogs for administrators, in one chunk. */
export { NoteDialog } from './note-dialog';
export { ThesisDialog } from './thesis-dialog';
export { ThesisDialogWithSource } from './thesis-dialog-with-source';
