import { descriptors, type DestinationKind, destinationKinds } from "../platforms/platforms.ts";

/** The kinds of destinations that have figures of the videos. */
export const kindsWithStatistics: readonly DestinationKind[] = destinationKinds.filter(
  (kind) => descriptors[kind].has.statistics,
);
