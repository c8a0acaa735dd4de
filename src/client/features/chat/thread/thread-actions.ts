/** The new text of a message. The request id makes the edit idempotent. */
export interface EditedQuestion {
  content: string;
  clientRequestId: string;
}

/** Actions of a message. The object is stable while the conversation is open. */
export interface ThreadActions {
  /** Uses another model if `model` is set. */
  retry: (messageId: string, model?: string, continues?: boolean) => void;
  openSource: (messageId: string, number: number) => void;
  /** Undefined for read-only conversations. */
  versions?: {
    edit: (messageId: string, edited: EditedQuestion) => Promise<void>;
    show: (messageId: string) => void;
  };
}
