import { z } from "zod";

import { type DestinationKind, destinationKinds, leadingKind } from "../platforms/platforms.ts";

/** Begins the OAuth state of an authorization that was started in the settings, where its return continues. */
export const settingsStatePrefix = "settings.";

/** Begins the OAuth state of an authorization that asks for access to statistics, whose return continues at the analytics. */
export const analyticsStatePrefix = "analytics.";

/** The destination that an authorization with this OAuth state renews, or null. */
export function authorizedDestination(state: string | undefined): string | null {
  return state?.split(".").find((part) => z.uuid().safeParse(part).success) ?? null;
}

/** The kind of destination that an authorization with this OAuth state connects; the leading one if it has none. */
export function authorizedKind(state: string | undefined): DestinationKind {
  const parts = state?.split(".") ?? [];
  return destinationKinds.find((kind) => parts.includes(kind)) ?? leadingKind;
}
