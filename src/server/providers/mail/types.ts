/**
 * The contract of mailers: the format of an email and its delivery. Features decide recipients and content. Only a
 * vendor's own file uses its library.
 */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text, which must be complete without the HTML. */
  text: string;
  html?: string;
  /** Unsubscribes from this kind of email with one POST, without a session (RFC 8058). */
  unsubscribeUrl?: string;
  /** For an email that may be sent twice: mail programs show only one with the same id. */
  uniqueId?: string;
}

export interface Mailer {
  readonly kind: 'smtp' | 'log';
  /** Resolves when the email was accepted for delivery; throws otherwise. */
  send(mail: Mail): Promise<void>;
  /** For operators: throws an error with a message if email cannot be sent. */
  check(): Promise<void>;
  close(): void;
}
