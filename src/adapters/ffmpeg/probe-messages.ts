/** A file to look at: by its path, or one of which the other side reads what is wanted. */
export interface Commission {
  /** Says to which file later messages belong. */
  job: number;
  file: string | { bytes: number };
}

/** What the probe's process says: bytes that it wants to read, or what it has found. `end` is exclusive. */
export type FromProbe = { job: number } & (
  | { wanted: { id: number; start: number; end: number } }
  | { found: unknown }
);

/** Bytes that it wanted. */
export interface WantedBytes {
  id: number;
  bytes: Uint8Array;
}
