/** The form of a first task. Editors are redirected from it to their tasks. */
export const firstTaskPath = "/y/tasks?create=task";

/** Parameter of `/auth` that makes it continue at `firstTaskPath`. */
export const createParameter = "create";

/** The sign-up form that continues at `firstTaskPath`. Logged-in users are redirected there at once. */
export const signUpForTask = `/auth?mode=signup&${createParameter}=task`;
