import type { AdapterErrorKind } from "#core/adapter-error.ts";
import { AppError } from "#core/error.ts";

import { publishingError } from "../contract.ts";

/** A device's failure as its thrower sorted it. */
export interface SortedFailure {
  kind: AdapterErrorKind;
  code: string;
  message: string;
  retryAfterSeconds?: number | undefined;
}

/** The sorted failure behind an error, or null for anything that no device has sorted: a defect. */
export function readFailure(error: unknown): SortedFailure | null {
  if (error instanceof DeliveryError) return error;
  if (!(error instanceof Error) || error.name !== "AdapterError") return null;
  // Rule 4 keeps the class out of rooms; its name is what it promises by.
  const sorted: object = error;
  return sorted as SortedFailure;
}

/** A failure that publishing itself has found, sorted like a device's. */
export class DeliveryError extends Error implements SortedFailure {
  override readonly name = "DeliveryError";
  readonly kind: AdapterErrorKind;
  readonly code: string;

  constructor(failure: Pick<SortedFailure, "kind" | "code" | "message">) {
    super(failure.message);
    this.kind = failure.kind;
    this.code = failure.code;
  }
}

/** What a person who waits for the answer is told of a platform's failure; other errors pass as they are. */
export function asReply(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const failure = readFailure(error);
  if (!failure) return error;
  const { message, kind } = failure;
  if (kind !== "retry") return publishingError("consent_refused", { message });
  return publishingError("platform_unreachable", { message });
}
