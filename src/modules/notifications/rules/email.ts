import { checkProgressPath, previewPath, taskUpdatePath } from "#core/paths.ts";

import type { Notification } from "../contract.ts";

/** Longest excerpt of a description in an email, in characters. */
const excerptLength = 600;

/** The label of the button that leads to a notification's path. */
export function emailButtonLabel({ kind, path }: Pick<Notification, "kind" | "path">): string {
  if (kind === "changes_requested") return "View the feedback";
  if (kind === "connection_broken") return "Reconnect";
  if (kind === "message") return "Open the conversation";
  if (kind === "team_invitation") return "Answer the invitation";
  if (kind === "invitation_accepted" && !path.includes("/tasks")) return "Open your invitations";
  if (path.includes("/profile/")) return "Open your profile";
  if (path.includes("/tasks?task=")) return "Open the task";
  if (isAt(path, previewPath(":taskId"))) return "Preview the video";
  if (isAt(path, taskUpdatePath(":taskId"))) return "Edit details";
  if (kind === "publish_failed") return "Continue publishing";
  if (isAt(path, checkProgressPath(":taskId"))) return "View the progress";
  return "Open your tasks";
}

/** True if a path belongs to a route, whose only parameter is at its end. */
function isAt(path: string, route: string): boolean {
  return path.startsWith(route.slice(0, route.indexOf(":")));
}

/** A description of at most 600 characters, cut between words. */
export function emailExcerpt(description: string): string {
  const characters = [...description.trim()];
  if (characters.length <= excerptLength) return characters.join("");
  const cut = characters.slice(0, excerptLength).join("");
  return `${cut.replace(/\s+\S{0,40}$/, "")} …`;
}

/** The reason for a notification's email, as stated below it. */
export function emailReason({ kind }: Pick<Notification, "kind">): string {
  if (kind === "message") return "You received this email because you were sent a message on Reelay.";
  if (kind === "team_invitation") {
    return "You received this email because a creator invited your account on Reelay to their team.";
  }
  if (kind === "invitation_accepted") {
    return "You received this email because you invited someone to Reelay.";
  }
  return kind === "connection_broken"
    ? "You received this email because you publish to this channel with Reelay."
    : "You received this email because of activity on one of your tasks on Reelay.";
}
