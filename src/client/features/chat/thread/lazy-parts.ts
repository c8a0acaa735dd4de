/** The lazy parts of the conversation in one file: most are small and share modules. Parts with a form are separate. */
export { WaitingMessages } from '../queue/waiting-messages';
export { AnswerAnnouncer } from './answer-announcer';
export { ThreadError } from './thread-error';
