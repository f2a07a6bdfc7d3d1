/** A JPEG picture inside an email. */
export interface InlinePicture {
  cid: string;
  content: Buffer;
}

export interface Email {
  /** A bare address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Pictures that the HTML shows as `cid:` and their id. */
  pictures?: readonly InlinePicture[];
  /** With angle brackets. The same in every attempt, so that mail systems discard a second copy; default: a new one. */
  messageId?: string;
  /** HTTPS URL that unsubscribes the recipient by a POST without a login (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface Mail {
  /**
   * Resolves when the mail server has accepted the email. Rejects with an `AdapterError`: `retry` if the
   * server is unreachable or busy, `permanent` if it rejects the email, `needs-user` if the settings are
   * wrong.
   */
  send: (email: Email) => Promise<void>;
  /** Connects and logs in without sending an email. Rejects after a few seconds, or as `send` does. */
  check: () => Promise<void>;
}
