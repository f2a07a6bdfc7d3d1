import { useStoredRole } from "#modules/sign-in/web/use-stored-user.ts";

/** Where a first task begins: the task form of a creator, the tasks of an editor, the sign-up of visitors. */
export function useFirstTaskPath(): string {
  const role = useStoredRole();
  if (role === "YOUTUBER") return "/y/tasks?create=task";
  return role === "EDITOR" ? "/c/tasks" : "/auth";
}
