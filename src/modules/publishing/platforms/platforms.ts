import type { ConnectionForm, PlatformDescriptor } from "./descriptor.ts";
import { folder } from "./folder.ts";
import { peertube } from "./peertube.ts";
import { s3 } from "./s3.ts";
import { vimeo } from "./vimeo.ts";
import { youtube } from "./youtube.ts";

/** The kinds of destinations, in the order in which they are named. */
const all = { youtube, vimeo, peertube, s3, folder };

export type DestinationKind = keyof typeof all;

/** The descriptor of each kind of destination. */
export const descriptors: Readonly<Record<DestinationKind, PlatformDescriptor>> = all;

export const destinationKinds = Object.keys(all) as [DestinationKind, ...DestinationKind[]];

/** The kind that stands for several where only one is shown, and that tasks are published to by default. */
export const leadingKind: DestinationKind =
  destinationKinds.find((kind) => descriptors[kind].leads) ?? destinationKinds[0];

/** Whether one of these kinds has something. */
export function someKindHas(
  kinds: readonly DestinationKind[],
  what: keyof PlatformDescriptor["has"],
): boolean {
  return kinds.some((kind) => descriptors[kind].has[what]);
}

/** The distinct values of a property in some of these kinds, in the order of the kinds. */
export function distinctValues<T>(
  kinds: readonly DestinationKind[],
  read: (descriptor: PlatformDescriptor) => T | null,
): T[] {
  const values = destinationKinds
    .filter((kind) => kinds.includes(kind))
    .flatMap((kind) => read(descriptors[kind]) ?? []);
  return [...new Set(values)];
}

/** The form of each kind that is connected with one. */
export const connectionForms: readonly { kind: DestinationKind; form: ConnectionForm }[] =
  destinationKinds.flatMap((kind) => {
    const { form } = descriptors[kind].connection;
    return form ? [{ kind, form }] : [];
  });
