import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";

/** The kinds of destinations as users read them. */
export const kindNames: Record<ConnectedDestination["kind"], string> = {
  youtube: "YouTube",
  peertube: "PeerTube",
};

/** The platforms of destinations, without repetition: "YouTube", or "YouTube and PeerTube". */
export function platformsOf(destinations: readonly Pick<ConnectedDestination, "kind">[]): {
  names: string;
  count: number;
} {
  const names = [...new Set(destinations.map(({ kind }) => kindNames[kind]))];
  return { names: new Intl.ListFormat("en").format(names), count: names.length };
}
