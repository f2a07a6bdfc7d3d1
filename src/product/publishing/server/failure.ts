import type { DeviceFailureKind } from "#devices/failure.ts";
import { Failure } from "#foundation/failure.ts";

import { publishingFailure } from "../contract.ts";

/** A device's failure as its thrower sorted it. */
export interface SortedFailure {
  kind: DeviceFailureKind;
  code: string;
  message: string;
  retryAfterSeconds?: number | undefined;
}

/** The sorted failure behind an error, or null for anything that no device has sorted: a defect. */
export function readFailure(error: unknown): SortedFailure | null {
  if (error instanceof DeliveryFailure) return error;
  if (!(error instanceof Error) || error.name !== "DeviceFailure") return null;
  // Rule 4 keeps the class out of rooms; its name is what it promises by.
  const sorted: object = error;
  return sorted as SortedFailure;
}

/** A failure that publishing itself has found, sorted like a device's. */
export class DeliveryFailure extends Error implements SortedFailure {
  override readonly name = "DeliveryFailure";
  readonly kind: DeviceFailureKind;
  readonly code: string;

  constructor(failure: Pick<SortedFailure, "kind" | "code" | "message">) {
    super(failure.message);
    this.kind = failure.kind;
    this.code = failure.code;
  }
}

/** What a person who waits for the answer is told of a platform's failure; other errors pass as they are. */
export function asReply(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const failure = readFailure(error);
  if (!failure) return error;
  const { message, kind } = failure;
  if (kind !== "retry") return publishingFailure("consent_refused", { message });
  return publishingFailure("platform_unreachable", { message });
}
