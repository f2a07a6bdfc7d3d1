import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";
import { type DestinationKind, distinctValues } from "#modules/publishing/platforms/platforms.ts";

/** The platforms of destinations in a fixed order, without repetition: "YouTube", or "YouTube and PeerTube". */
export function platformNames(destinations: readonly Pick<ConnectedDestination, "kind">[]): {
  names: string;
  count: number;
} {
  const kinds = destinations.map(({ kind }) => kind);
  const names = distinctValues(kinds, ({ name }) => name);
  return { names: new Intl.ListFormat("en").format(names), count: names.length };
}

/** The places of destinations in words: "channel", or "bucket". */
export function placeNames(kinds: readonly DestinationKind[]): string {
  return new Intl.ListFormat("en").format(distinctValues(kinds, ({ noun }) => noun));
}
