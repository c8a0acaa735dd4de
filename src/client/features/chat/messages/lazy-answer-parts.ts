/** The lazy parts of answers in one file: most are small and share modules. */
export { SourceChips } from '../sources/source-chips';
export { RunningActivity } from './activities';
export { AnswerEnds } from './answer-end';
export { AnswerFooter } from './answer-footer';
export { AnswerNotes } from './answer-notes';
export { AnswerOrigin } from './answer-origin';
export { Regenerate } from './regenerate';
export { Versions } from './versions';
