/** The content of a share link. */
export type ShareTarget = { conversationId: string } | { messageId: string };
