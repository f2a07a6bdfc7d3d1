export interface Email {
  /** A bare address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mail {
  /**
   * Resolves when the mail server has accepted the email. Rejects with an `AdapterError`: `retry` if the
   * server is unreachable or busy, `permanent` if it rejects the email, `needs-user` if the settings are
   * wrong.
   */
  send: (email: Email) => Promise<void>;
}
