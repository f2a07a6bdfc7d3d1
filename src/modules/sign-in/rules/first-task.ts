import { signUpPath, tasksPath } from "#core/paths.ts";

/** The form of a first task. Editors are redirected from it to their tasks. */
export const firstTaskPath = `${tasksPath("YOUTUBER")}?create=task`;

/** Parameter of the sign-up screen that makes it continue at `firstTaskPath`. */
export const createParameter = "create";

/** The sign-up form that continues at `firstTaskPath`. Logged-in users are redirected there at once. */
export const signUpForTask = `${signUpPath}?mode=signup&${createParameter}=task`;
