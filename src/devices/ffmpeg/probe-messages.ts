import type { MessagePort } from "node:worker_threads";

/** What the probe's worker gets to do: a file by its path, or one that is read through the port, where it answers. */
export interface Commission {
  file: string | { bytes: number };
  port: MessagePort;
}

/** What the probe's worker says: bytes that it wants to read, or what it has found. `end` is exclusive. */
export type FromProbe = { wanted: { id: number; start: number; end: number } } | { found: unknown };

/** Bytes that it wanted. */
export interface ToProbe {
  id: number;
  bytes: Uint8Array;
}
