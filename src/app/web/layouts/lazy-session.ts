import { lazy } from "react";

/** The session is a chunk of its own, so that public pages don't load it for visitors without an account. */
export const loadSession = () => import("./session.tsx");

/** Rendered once beside the pages: realtime connection and toasts. */
export const LazySessionServices = lazy(async () => ({ default: (await loadSession()).SessionServices }));

/** The account link of the top navigation. */
export const LazySessionAccount = lazy(async () => ({ default: (await loadSession()).SessionAccount }));
