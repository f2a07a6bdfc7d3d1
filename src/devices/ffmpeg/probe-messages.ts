/** What the probe's worker says: bytes that it wants to read, or what it has found. `end` is exclusive. */
export type FromProbe = { wanted: { id: number; start: number; end: number } } | { found: unknown };

/** Bytes that it wanted. */
export interface ToProbe {
  id: number;
  bytes: Uint8Array;
}
