/**
 * The contract of what sends mail. Here belong the form of a letter and how it is handed over. What does not: whom to
 * write to and what about – the features know that. A vendor's library is known to that vendor's file alone.
 */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text; every letter must say all it has to say in it. */
  text: string;
  html?: string;
  /** Ends mails of this kind with one POST, without a session (RFC 8058). */
  unsubscribeUrl?: string;
  /** Of a mail that may be handed over twice: mailboxes show one of those with the same id. */
  uniqueId?: string;
}

export interface Mailer {
  readonly kind: 'smtp' | 'log';
  /** Resolves when the mail has been taken for delivery; throws when it has not. */
  send(mail: Mail): Promise<void>;
  /** For an operator: throws with words when mail could not be handed over. */
  check(): Promise<void>;
  close(): void;
}
