import type { Extent } from "./read-facts.ts";

/** A file to probe: a path, or a remote file whose bytes the probe process requests. */
export interface ProbeRequest {
  /** Identifies the file in later messages. */
  job: number;
  file: string | { bytes: number };
  extent: Extent;
}

/** A message of the probe process: a request for bytes, or its result. `end` is exclusive. */
export type ProbeMessage = { job: number } & (
  | { requested: { id: number; start: number; end: number } }
  | { found: unknown }
);

/** The requested bytes. */
export interface RequestedBytes {
  id: number;
  bytes: Uint8Array;
}
