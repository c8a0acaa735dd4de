/** What can be done from within a message; one object as long as the conversation is open. */
export interface ThreadActions {
  retry: (messageId: string) => void;
  openSource: (messageId: string, number: number) => void;
}
