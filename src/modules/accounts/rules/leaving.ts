import { hour, minute } from "#core/time.ts";

import type { Limit } from "../rules.ts";

/** The download is long work for the server, and hardly ever needed twice. */
export const downloadLimit: Limit = { tries: 10, window: hour };
/** Whoever finds an open browser must not be able to guess the password here. */
export const deletionLimit: Limit = { tries: 10, window: 15 * minute };
