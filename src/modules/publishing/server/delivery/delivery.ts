import type { PublishingDependencies } from "../dependencies.ts";
import type { SourceHash } from "./source.ts";

/** One delivery as processed by the worker that has its lock. */
export interface Delivery {
  dependencies: PublishingDependencies;
  id: string;
  /** Aborted when the process drains or the lock is lost. */
  stop: AbortSignal;
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
