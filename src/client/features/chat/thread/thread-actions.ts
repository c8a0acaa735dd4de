/** What can be done from within a message; one object as long as the conversation is open. */
export interface ThreadActions {
  /** With another model if one is named. */
  retry: (messageId: string, model?: string) => void;
  openSource: (messageId: string, number: number) => void;
}
