/** The lazy parts of the conversation in one file, because most of them are small, and share modules. */
export { WaitingMessages } from '../queue/waiting-messages';
export { AfterMessages } from './after-messages';
export { AnswerAnnouncer } from './answer-announcer';
export { ThreadError } from './thread-error';
