/** What a link shows. */
export type ShareTarget = { conversationId: string } | { messageId: string };
