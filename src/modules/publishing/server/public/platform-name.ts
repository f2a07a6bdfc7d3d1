import { type DestinationKind, descriptors } from "#modules/publishing/platforms/platforms.ts";

/** Name of the platform of a kind of destination, such as "YouTube". */
export function platformName(kind: DestinationKind): string {
  return descriptors[kind].name;
}
