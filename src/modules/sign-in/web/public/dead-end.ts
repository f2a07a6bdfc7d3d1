import { lazySection } from "#ui/lazy-section.tsx";

/**
 * Shown instead of a page that this user can't use: the address is wrong, the page belongs to another role, or a link has
 * ended. Leads back to the user's tasks, or to the home page without a login. Loaded when it is shown.
 */
export const DeadEnd = lazySection(async () => (await import("../dead-end-content.tsx")).DeadEndContent);
