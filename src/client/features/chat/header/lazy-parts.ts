/** The lazy parts of the header in one file: most are small and share modules. */
export { ConversationMenu } from '../share/conversation-menu';
export { TemporaryButton } from '../temporary/temporary-button';
export { HeaderEnd } from './header-end';
