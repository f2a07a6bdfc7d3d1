import { firstTaskPath } from "#modules/sign-in/rules/first-task.ts";
import { firstTaskSignUpPath } from "#modules/sign-in/web/public/sign-in-options.ts";
import { useHasStoredUser } from "#modules/sign-in/web/public/use-stored-user.ts";

/** Path of the page on which a first task begins: its form, or the sign-up of visitors. */
export function useFirstTaskPath(): string {
  return useHasStoredUser() ? firstTaskPath : firstTaskSignUpPath();
}
