import { personalKey } from "#core/web/personal-storage.ts";

/** The token for the realtime connection. */
export const socketTokenKey = personalKey("socketToken");
/** The last user of this browser. */
export const userStorageKey = personalKey("user-storage");
