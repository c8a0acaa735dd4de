/** A question's new text; a request id makes it safe to send twice. */
export interface EditedQuestion {
  content: string;
  clientRequestId: string;
}

/** What can be done from within a message; one object as long as the conversation is open. */
export interface ThreadActions {
  /** With another model if one is named. */
  retry: (messageId: string, model?: string, continues?: boolean) => void;
  openSource: (messageId: string, number: number) => void;
  /** Absent where a conversation is only shown. */
  versions?: {
    edit: (messageId: string, edited: EditedQuestion) => Promise<void>;
    show: (messageId: string) => void;
  };
}
