import { personalKey } from "#core/web/personal-storage.ts";

/** Whether the window is narrower than 1100 px. */
export const mobileViewKey = personalKey("mobile-view-storage");

// Registers the keys of all modules, so that a logout deletes them wherever it happens.
import.meta.glob("../../modules/*/web/storage-keys.ts", { eager: true });
