/** The lazy parts of questions and the list of messages in one file: most are small and share modules. */
export { JumpToNewest } from '../thread/jump-to-newest';
export { EditQuestion } from './edit-question';
export { OlderMessages } from './older-messages';
export { QuestionActions } from './question-actions';
export { QuestionNote } from './question-note';
export { SendError } from './send-error';
