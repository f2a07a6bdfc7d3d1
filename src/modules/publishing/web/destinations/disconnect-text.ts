import type { DestinationKind } from "#modules/publishing/rules/destinations.ts";

/** What ends with the connection to a destination. */
export function disconnectText(kind: DestinationKind): string {
  return kind === "s3"
    ? "Reelay deletes the keys. Delete them at your provider too if nothing else uses them. Stored videos stay."
    : "Reelay loses access to the channel immediately and deletes its tokens. Published videos stay.";
}
