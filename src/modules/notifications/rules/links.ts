import {
  adminPath,
  checkProgressPath,
  messagesPath,
  previewPath,
  profilePath,
  settingsPath,
  taskFilesPath,
  tasksPath,
  taskUpdatePath,
} from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import type { Visit } from "#modules/notifications/contract/inbox.ts";
import { destinationPath } from "#modules/publishing/rules/destinations.ts";

/** The screen to which a notification leads, and what it shows there. */
export type Link =
  | { screen: "tasks"; taskId?: number }
  | { screen: "files"; taskId: number }
  | { screen: "preview"; taskId: number; version?: number; commentId?: string }
  | { screen: "progress"; taskId: number }
  | { screen: "details"; taskId: number }
  | { screen: "messages"; personId: number }
  | { screen: "settings"; destinationId?: string }
  | { screen: "profile" }
  | { screen: "invitations" };

/** The label of a button that opens a link. */
export function linkLabel(link: Link): string {
  switch (link.screen) {
    case "tasks":
      return link.taskId === undefined ? "Open your tasks" : "Open the task";
    case "files":
      return "Open the files";
    case "preview":
      return "Preview the video";
    case "progress":
      return "View the progress";
    case "details":
      return "Edit details";
    case "messages":
      return "Open the conversation";
    case "settings":
      return "Open settings";
    case "profile":
      return "Open your profile";
    case "invitations":
      return "Open your invitations";
  }
}

/** The path of a link for a reader. */
export function linkPath(link: Link, reader: { role: Role; name: string }): string {
  switch (link.screen) {
    case "tasks":
      return tasksPath(reader.role, link.taskId);
    case "files":
      return taskFilesPath(link.taskId);
    case "preview":
      return previewPath(link.taskId, link.version, link.commentId);
    case "progress":
      return checkProgressPath(link.taskId);
    case "details":
      return taskUpdatePath(link.taskId);
    case "messages":
      return messagesPath(reader.role, link.personId);
    case "settings":
      return link.destinationId === undefined
        ? settingsPath(reader.role)
        : destinationPath(link.destinationId);
    case "profile":
      return `${profilePath(reader)}#reviews`;
    case "invitations":
      return adminPath("invitations");
  }
}

/** Whether a visit shows what a link leads to: the same screen of the same task and version. */
export function isVisited(
  link: { screen: string; taskId?: number; version?: number },
  shown: Visit,
): boolean {
  return (
    link.screen === shown.screen &&
    link.taskId === shown.taskId &&
    (link.version === undefined || shown.version === undefined || link.version === shown.version)
  );
}
