import type { Notification } from "../contract.ts";

/** Longest excerpt of a description in an email, in characters. */
const excerptLength = 600;

/** The label of the button that leads to a notification's path. */
export function emailButtonLabel({ kind, path }: Pick<Notification, "kind" | "path">): string {
  if (kind === "changes_requested") return "View the feedback";
  if (kind === "connection_broken") return "Reconnect";
  if (path.includes("/profile/")) return "Open your profile";
  if (path.includes("/tasks?task=")) return "Open the task";
  if (path.startsWith("/video-preview/")) return "Preview the video";
  if (path.startsWith("/task-update/")) return "Edit details";
  if (kind === "publish_failed") return "Continue publishing";
  if (path.startsWith("/check-progress/")) return "View the progress";
  return "Open your tasks";
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
  return kind === "connection_broken"
    ? "You received this email because you publish to this channel with Reelay."
    : "You received this email because of activity on one of your tasks on Reelay.";
}
