/**
 * What to do about an outside thing that failed: `retry` it later as it is, give up because it can never succeed
 * (`permanent`), or wait until a person has changed something (`needs-user`).
 */
export type AdapterErrorKind = "retry" | "permanent" | "needs-user";

/**
 * A failure of an outside thing, sorted by the device that met it, so that jobs need no guesswork. `code` is stable,
 * `message` is a sentence fit for a log or a screen, `retryAfterSeconds` the wait that the other
 * side asked for.
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
