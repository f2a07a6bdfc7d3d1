import type { SourceHash } from "./source.ts";

/** State of an upload that this process keeps from one attempt to the next; without it the file is read again. */
export interface UploadState {
  hash: SourceHash;
  /** Bytes of the next chunk. */
  chunk: number;
  /** The highest offset that the platform has confirmed. */
  confirmed: number;
}

export interface UploadStates {
  /** The state of a delivery's upload, from `create` if there is none. */
  of: (deliveryId: string, create: () => UploadState) => UploadState;
  forget: (deliveryId: string) => void;
}

/** Remembers the last `limit` uploads. */
export function createUploadStates(limit = 64): UploadStates {
  const states = new Map<string, UploadState>();
  return {
    of: (deliveryId, create) => {
      const state = states.get(deliveryId) ?? create();
      states.delete(deliveryId);
      states.set(deliveryId, state);
      for (const oldest of states.keys()) {
        if (states.size <= limit) break;
        states.delete(oldest);
      }
      return state;
    },
    forget: (deliveryId) => void states.delete(deliveryId),
  };
}
