/** Where videos can be published. */
export const destinationKinds = ["youtube", "peertube", "s3"] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** The query parameter of the settings page that names a destination, and the path with it. */
export const linkedDestination = "destination";

export function destinationPath(destinationId: string): string {
  return `/y/settings?${linkedDestination}=${destinationId}`;
}
