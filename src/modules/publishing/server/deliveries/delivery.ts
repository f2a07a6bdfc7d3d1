import type { PublishingDependencies } from "../dependencies.ts";
import type { SourceHash } from "./source.ts";

/** One delivery as processed by the worker that has its lock. */
export interface Delivery {
  dependencies: PublishingDependencies;
  id: string;
  /** Aborted when the process drains, the lock is lost or the delivery has ended. */
  stop: AbortSignal;
  /** Aborted when the delivery was ended by someone else, as by its cancellation. */
  ended: AbortController;
  /** Null before the first attempt of the upload step. */
  upload: UploadState | null;
}

/** What an upload keeps from one attempt to the next. */
export interface UploadState {
  hash: SourceHash;
  /** Bytes of the next chunk. */
  chunk: number;
  /** The highest offset that the platform has confirmed in this run. */
  confirmed: number;
}

/** The name of the lock of a delivery. */
export function deliveryLock(id: string): string {
  return `publishing.delivery:${id}`;
}
