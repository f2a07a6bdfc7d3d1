/**
 * Reaction to a failure of an external system: `retry` later, abort because it can never succeed
 * (`permanent`), or wait for a user's action (`needs-user`).
 */
export type AdapterErrorKind = "retry" | "permanent" | "needs-user";

/**
 * Failure of an external system, classified by its adapter. `code` is stable, `message` is suitable for logs and
 * screens, `retryAfterSeconds` is the delay that the external system asked for.
 */
export class AdapterError extends Error {
  override readonly name: string = "AdapterError";
  readonly kind: AdapterErrorKind;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: {
    kind: AdapterErrorKind;
    code: string;
    message: string;
    retryAfterSeconds?: number | undefined;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.kind = failure.kind;
    this.code = failure.code;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}
