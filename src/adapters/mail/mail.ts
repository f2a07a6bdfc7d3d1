/** One message to one person. */
export interface Email {
  /** A bare address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. */
export interface Mail {
  /**
   * Resolves when the mail server has taken the message over. Rejects with a `AdapterError`: `retry` when the server
   * is away or busy, `permanent` when it will never take this message, `needs-user` when the settings are wrong.
   */
  send: (letter: Email) => Promise<void>;
}
