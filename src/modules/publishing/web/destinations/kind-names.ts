import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";

/** The kinds of destinations as users read them. */
export const kindNames: Record<ConnectedDestination["kind"], string> = {
  youtube: "YouTube",
  peertube: "PeerTube",
};
