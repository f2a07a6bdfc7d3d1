import type { PublishingParts } from "../parts.ts";
import { createRelayHash, type RelayHash } from "./relay-hash.ts";
import type { Source } from "./source.ts";

/** What the relay of a file learns on its way and needs again after a failed try. */
export interface Relay {
  hash: RelayHash;
  /** Size of the next piece, in bytes. */
  piece: number;
  /** The furthest byte that the platform has ever confirmed in this run. */
  furthest: number;
}

export function createRelay(parts: Pick<PublishingParts, "storage" | "platform">, source: Source): Relay {
  const hash = createRelayHash(parts.storage, source.key);
  return { hash, piece: parts.platform.pieceBytes, furthest: -1 };
}
