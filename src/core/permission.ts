/** A user's role. NORMAL means that none has been chosen yet. */
export const roles = ["NORMAL", "EDITOR", "YOUTUBER"] as const;
export type Role = (typeof roles)[number];

/** Rights of the guests of a review link. All of them may view. */
export const guestRights = ["view", "comment", "download", "watch_together"] as const;
export type GuestRight = (typeof guestRights)[number];

/**
 * Abilities of a person in a task: view it, comment, upload versions, attach files, decide on versions, edit the brief,
 * publish, view its analytics, manage it (cancel, team, guest links), rate its editor, decline it as the editor.
 */
export const taskAbilities = [
  "view",
  "comment",
  "upload",
  "attach",
  "decide",
  "edit",
  "publish",
  "analyze",
  "manage",
  "rate",
  "decline",
] as const;
export type TaskAbility = (typeof taskAbilities)[number];

/** Rights in a creator's channel. */
export type ChannelRight = "create tasks" | "view figures";

/**
 * Permission to call an endpoint. `anyone` needs no session. Otherwise a session is required (401), with one of `roles`
 * if given (403). `refusal` replaces the message of the 403. `task` states that the action requires this ability in the
 * task of the request: it answers 403 to members of the task without it, 404 to others; the permission test verifies it.
 * `channel` states that the action requires this right in the channel of the request, by default the actor's own (403):
 * creators have it in theirs, managers where it was given to them; all of them may view figures. The permission test verifies it.
 * `guest` requires a guest of the review link in the parameter `linkId` (401) with this right (403); sessions of users
 * don't count. `operator` answers everybody but operators with 404, like an unknown path.
 */
export type Permission =
  | "anyone"
  | { guest: GuestRight }
  | { operator: true }
  | { task: TaskAbility }
  | { channel: ChannelRight }
  | { signedIn: true; roles?: readonly Role[]; refusal?: string };

export const anyone = "anyone" satisfies Permission;
export const guests = { guest: "view" } as const satisfies Permission;
export const commentingGuests = { guest: "comment" } as const satisfies Permission;
export const downloadingGuests = { guest: "download" } as const satisfies Permission;
export const watchingGuests = { guest: "watch_together" } as const satisfies Permission;
export const signedIn = { signedIn: true } as const satisfies Permission;
export const operators = { operator: true } as const satisfies Permission;
export const creators = { signedIn: true, roles: ["YOUTUBER"] } as const satisfies Permission;
export const editors = { signedIn: true, roles: ["EDITOR"] } as const satisfies Permission;
