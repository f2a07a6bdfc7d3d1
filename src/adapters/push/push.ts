/** A browser's subscription (Push API): URL of its push service and its public key and secret, base64url. */
export interface PushSubscriptionKeys {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The key pair that identifies the server to push services (RFC 8292), base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface PushMessage {
  subscription: PushSubscriptionKeys;
  keys: VapidKeys;
  /** At most 3000 bytes. Encrypted for the browser (RFC 8291). */
  payload: string;
  /** A later message with the same topic replaces one that is not delivered yet: up to 32 characters of base64url. */
  topic: string;
  /** Ends a request that the push service does not answer: `retry`. */
  signal?: AbortSignal;
}

export interface Push {
  createKeys: () => VapidKeys;
  /**
   * Resolves when the push service has accepted the message. Rejects with an `AdapterError`: `retry` if the service is
   * unreachable or busy, `permanent` if it rejects the message, with the code `push_subscription_gone` if the subscription
   * has ended or its endpoint is not a public address.
   */
  send: (message: PushMessage) => Promise<void>;
  close: () => Promise<void>;
}
