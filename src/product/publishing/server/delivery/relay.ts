import { largestPiece } from "#product/publishing/rules/pace.ts";

import type { PublishingParts } from "../parts.ts";
import { createRelayHash, type RelayHash } from "./relay-hash.ts";
import type { Source } from "./source.ts";

/** What the relay of a file learns on its way and needs again after a failed try. */
export interface Relay {
  key: string;
  hash: RelayHash;
  /** Size of the next piece, in bytes. */
  piece: number;
  /** The furthest byte that the platform has ever confirmed in this run. */
  furthest: number;
}

export function createRelay(parts: Pick<PublishingParts, "storage">, source: Source): Relay {
  const { key } = source;
  return { key, hash: createRelayHash(parts.storage, key), piece: largestPiece, furthest: -1 };
}
