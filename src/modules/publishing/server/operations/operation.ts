import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import type { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import type { QuotaPurpose } from "#modules/publishing/rules/quota.ts";
import type { RetryPolicy } from "#modules/publishing/rules/retry-policy.ts";

import type { DeliveryRow } from "../deliveries/queries.ts";
import type { PublishingDependencies } from "../dependencies.ts";
import type { OperationRow } from "./queries.ts";
import type { UploadStates } from "./upload/states.ts";

/** A due operation, which the worker that has the lock of its delivery runs. */
export interface Operation {
  dependencies: PublishingDependencies;
  row: OperationRow;
  /** The delivery as it was read with the operation. */
  delivery: DeliveryRow;
  now: Date;
  /** Calls the platform with an access token, as `withAccess` does. */
  call: <T>(
    purpose: QuotaPurpose,
    call: (access: string, platform: PublishingPlatform) => Promise<T>,
  ) => Promise<T>;
  /** Aborted when the process drains, the lock is lost or the delivery has ended. */
  stop: AbortSignal;
  /** Aborted by the operation when someone else has ended the delivery, as by its cancellation. */
  ended: AbortController;
  uploads: UploadStates;
  /** Resets the count of failed attempts. */
  progressed: () => Promise<void>;
}

/** Stores changes of the delivery, in the transaction of the outcome. */
type StoreChanges = (ctx: Context) => Promise<void>;

export type Outcome =
  | { kind: "done"; record?: StoreChanges }
  /**
   * Not a failure: to be run again after `wait` milliseconds, as while the platform still processes a video. `error` is that
   * of a platform that could not be asked.
   */
  | {
      kind: "later";
      wait: number;
      attempt?: number;
      problemCode?: string;
      error?: AdapterError | undefined;
      record?: StoreChanges;
    }
  | { kind: "failed"; error: AdapterError; record?: StoreChanges };

/** One kind of operation. */
export interface OperationWork {
  /** Does it at the platform. Safe to kill at any point and to repeat. Throws the platform's error. */
  run: (operation: Operation) => Promise<Outcome>;
  /** The policy after an error; null if the creator has to act. `steps` is that of the steps of a delivery. */
  retry: (error: AdapterError, steps: RetryPolicy) => RetryPolicy | null;
  /** The code to store for the error after which the creator has to act; its own if omitted. */
  toProblemCode?: (error: AdapterError) => string;
  /** Stores what that problem means for the delivery. */
  fail?: (
    ctx: Context,
    delivery: DeliveryRow,
    code: string,
    dependencies: PublishingDependencies,
  ) => Promise<void>;
}
