/** Where videos can be published. */
export const destinationKinds = ["youtube", "peertube"] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** Whether captions and playlists are added to videos at this kind of destination. */
export function takesAdditions(kind: DestinationKind): boolean {
  return kind === "youtube" || kind === "peertube";
}

/** The query parameter of the settings page that names a destination, and the path with it. */
export const linkedDestination = "destination";

export function destinationPath(destinationId: string): string {
  return `/y/settings?${linkedDestination}=${destinationId}`;
}
