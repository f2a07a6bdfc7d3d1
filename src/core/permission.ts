/** A user's role. NORMAL means that none has been chosen yet. */
export const roles = ["NORMAL", "EDITOR", "YOUTUBER"] as const;
export type Role = (typeof roles)[number];

/** Rights of the guests of a review link. All of them may view. */
export const guestRights = ["view", "comment", "download"] as const;
export type GuestRight = (typeof guestRights)[number];

/**
 * Permission to call an endpoint. `anyone` needs no session. Otherwise a session is required (401), with one of `roles`
 * if given (403). `of: "task"` states that the action also requires the task's creator or editor and answers 404 to
 * others; the permission test verifies it. `refusal` replaces the message of the 403. `guest` requires a guest of the
 * review link in the parameter `linkId` (401) with this right (403); sessions of users don't count. `operator` answers
 * everybody but operators with 404, like an unknown path.
 */
export type Permission =
  | "anyone"
  | { guest: GuestRight }
  | { operator: true }
  | { signedIn: true; roles?: readonly Role[]; of?: "task"; refusal?: string };

export const anyone = "anyone" satisfies Permission;
export const guests = { guest: "view" } as const satisfies Permission;
export const commentingGuests = { guest: "comment" } as const satisfies Permission;
export const downloadingGuests = { guest: "download" } as const satisfies Permission;
export const signedIn = { signedIn: true } as const satisfies Permission;
export const operators = { operator: true } as const satisfies Permission;
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
