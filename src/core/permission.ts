/** A person's role (specification, section 6). NORMAL means that none has been chosen yet. */
export const roles = ["NORMAL", "EDITOR", "YOUTUBER"] as const;
export type Role = (typeof roles)[number];

/**
 * Who may call an endpoint. `anyone` needs no session; otherwise a session is needed (401 without), with one of
 * `roles` when given (403 without). `of: "task"` says that the action also demands to be one of the task's two
 * people and answers 404 to everybody else; the permission table proves it. `refusal` is the sentence of the 403
 * where the specification gives one.
 */
export type Permission =
  | "anyone"
  | { signedIn: true; roles?: readonly Role[]; of?: "task"; refusal?: string };

export const anyone = "anyone" satisfies Permission;
export const signedIn = { signedIn: true } as const satisfies Permission;
export const creators = { signedIn: true, roles: ["YOUTUBER"] } as const satisfies Permission;
export const editors = { signedIn: true, roles: ["EDITOR"] } as const satisfies Permission;
export const creatorOfTask = {
  signedIn: true,
  roles: ["YOUTUBER"],
  of: "task",
} as const satisfies Permission;
export const editorOfTask = { signedIn: true, roles: ["EDITOR"], of: "task" } as const satisfies Permission;
export const membersOfTask = {
  signedIn: true,
  roles: ["YOUTUBER", "EDITOR"],
  of: "task",
} as const satisfies Permission;
