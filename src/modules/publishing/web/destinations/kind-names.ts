import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";
import { destinationKinds } from "#modules/publishing/rules/destinations.ts";

/** The kinds of destinations as users read them. */
export const kindNames: Record<ConnectedDestination["kind"], string> = {
  youtube: "YouTube",
  peertube: "PeerTube",
  s3: "S3",
};

/** The platforms of destinations in a fixed order, without repetition: "YouTube", or "YouTube and PeerTube". */
export function platformsOf(destinations: readonly Pick<ConnectedDestination, "kind">[]): {
  names: string;
  count: number;
} {
  const named = new Set(destinations.map(({ kind }) => kind));
  const names = destinationKinds.filter((kind) => named.has(kind)).map((kind) => kindNames[kind]);
  return { names: new Intl.ListFormat("en").format(names), count: names.length };
}
