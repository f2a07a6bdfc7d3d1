import { lazy } from "react";

/** Everything that knows people stands in one chunk, which public pages load only for a known user. */
export const loadSession = () => import("./session.tsx");

/** Stands once beside the pages: realtime connection and toasts. */
export const SessionCompanion = lazy(async () => ({ default: (await loadSession()).Companion }));

/** The known user's place in the top navigation. */
export const SessionAccount = lazy(async () => ({ default: (await loadSession()).Account }));
