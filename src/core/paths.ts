import type { Role } from "./permission.ts";

// Each screen has its path here, and nowhere else. A parameter such as `":taskId"` makes the pattern of a route.

export const landingPath = "/";
export const pricingPath = "/pricing";
export const howItWorksPath = "/working";
export const whatWeSolvePath = "/what-we-solve";
export const privacyPath = "/privacy";
export const termsPath = "/terms-and-conditions";
/** The section with the operator's contact details. */
export const contactPath = `${termsPath}#contact-us`;

/** The reference of the API, below its base path as tools expect it. */
export const apiReferencePath = "/api/v1/docs";

export const signUpPath = "/auth";
export const logInPath = `${signUpPath}?mode=login`;
export const verifyCodePath = `${signUpPath}/verify-otp`;
export const resetPasswordPath = `${signUpPath}/reset-password`;
/** A link of an account that an operator has created. Browsers don't send the token in the fragment to servers. */
export function accountLinkPath(token?: string): string {
  return token === undefined ? `${signUpPath}/link` : `${signUpPath}/link#${token}`;
}
/** Google redirects here after a login. */
export const oauthPath = "/oauth";
/** Google redirects here after a channel was authorized. */
export const authorizeUploadPath = "/authorize-youtube-upload";

export const startUploadPath = "/yt-startUpload";

type TaskId = number | ":taskId" | ":taskId?";

export function taskUpdatePath(taskId: TaskId): string {
  return `/task-update/${taskId}`;
}

export function taskFilesPath(taskId: TaskId): string {
  return `/task-files/${taskId}`;
}

export function checkProgressPath(taskId: TaskId): string {
  return `/check-progress/${taskId}`;
}

/** Query parameters of the preview: the version that is shown, the one compared with it, and the selected comment. */
export const versionParameter = "version";
export const compareParameter = "compare";
export const commentParameter = "comment";

/** The preview of a task: of its newest version, or of one with its feedback or a comment on it. */
export function previewPath(taskId: TaskId, version?: number, comment?: string): string {
  if (version === undefined) return `/video-preview/${taskId}`;
  const onComment = comment === undefined ? "" : `&${commentParameter}=${comment}`;
  return `/video-preview/${taskId}?${versionParameter}=${version}${onComment}`;
}

/** Query parameter of the preview that names the open tab of its panel. */
export const tabParameter = "tab";

/** The preview of a task with a tab of its panel. */
export function previewTabPath(taskId: number, tab: "comments" | "check" | "versions" | "history"): string {
  return `/video-preview/${taskId}?${tabParameter}=${tab}`;
}

/** The query of the preview that compares a version with another one of the same task. */
export function compareQuery(version: number, other: number): string {
  return `?${versionParameter}=${version}&${compareParameter}=${other}`;
}

export function commentSheetPath(taskId: TaskId): string {
  return `/comment-sheet/${taskId}`;
}

/** A review link. The secret is in the fragment, which browsers send neither to servers nor in `Referer`. */
export function guestReviewPath(linkId: string, secret?: string): string {
  return secret === undefined ? `/review/${linkId}` : `/review/${linkId}#${secret}`;
}

/** The page of an invitation. Its token is in the fragment, which browsers send neither to servers nor in `Referer`. */
export function invitationPath(token?: string): string {
  return token === undefined ? "/invitation" : `/invitation#${token}`;
}

/** Unsubscribe links of emails. Browsers open a screen at it; mail programs send a POST (RFC 8058). */
export function unsubscribePath(token: string): string {
  return `/unsubscribe/${token}`;
}

/** The first path segment of the screens with a sidebar: "y" for creators, "c" for everyone else. */
export function routePrefix(role: Role): "y" | "c" {
  return role === "YOUTUBER" ? "y" : "c";
}

/** Query parameter of the Tasks screen that names the only task it shows. */
export const taskParameter = "task";

/** The Tasks screen, with all tasks or only one. */
export function tasksPath(role: Role, taskId?: number): string {
  const query = taskId === undefined ? "" : `?${taskParameter}=${taskId}`;
  return `/${routePrefix(role)}/tasks${query}`;
}

/** Query parameter of the Tasks and Analytics screens with the ID of the creator whose channel they show. */
export const channelParameter = "channel";

/** The Tasks screen with the tasks of one channel. */
export function channelTasksPath(role: Role, creatorId: number): string {
  return `${tasksPath(role)}?${channelParameter}=${creatorId}`;
}

/** Query parameter of the Messages screen that names the other user. */
export const conversationParameter = "with";

/** The Messages screen, or the conversation with another user. */
export function messagesPath(role: Role, otherId?: number): string {
  const query = otherId === undefined ? "" : `?${conversationParameter}=${otherId}`;
  return `/${routePrefix(role)}/messages${query}`;
}

/** The user's own profile. */
export function ownProfilePath(role: Role): string {
  return `/${routePrefix(role)}/profile`;
}

export function profilePath({ role, name }: { role: Role; name: string }): string {
  return `${ownProfilePath(role)}/${encodeURIComponent(name)}`;
}

export function notificationsPath(role: Role): string {
  return `/${routePrefix(role)}/notifications`;
}

/** The settings on the Notifications screen. */
export function notificationSettingsPath(role: Role): string {
  return `${notificationsPath(role)}#settings`;
}

export function publicationsPath(role: Role): string {
  return `/${routePrefix(role)}/publications`;
}

/** The figures of a creator's channel and team, or of an editor's own work. */
export function analyticsPath(role: Role): string {
  return `/${routePrefix(role)}/analytics`;
}

/** The figures of one of the channels that the user has or manages. */
export function channelAnalyticsPath(role: Role, creatorId: number): string {
  return `${analyticsPath(role)}?${channelParameter}=${creatorId}`;
}

/** Query parameter of the results that names the publication. */
export const publicationParameter = "publication";

/** The results of a task's published video, or of one of its publications. */
export function videoResultsPath(role: Role, taskId: TaskId, deliveryId?: string): string {
  const query = deliveryId === undefined ? "" : `?${publicationParameter}=${deliveryId}`;
  return `${analyticsPath(role)}/${taskId}${query}`;
}

/** The groups of the Settings page. */
export type SettingsGroupId =
  | "account"
  | "security"
  | "notifications"
  | "delivery"
  | "publishing"
  | "team"
  | "data";

/** The Settings page, or one of its groups. */
export function settingsPath(role: Role, group?: SettingsGroupId): string {
  return `/${routePrefix(role)}/settings${group === undefined ? "" : `#${group}`}`;
}

/** The sections of the administration. */
export type AdminSection = "overview" | "users" | "invitations" | "storage" | "jobs" | "settings" | "log";

/** A screen of the administration, for operators. */
export function adminPath(section: AdminSection = "overview"): string {
  return section === "overview" ? "/admin" : `/admin/${section}`;
}
