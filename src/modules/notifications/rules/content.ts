import type { NotificationKind } from "../contract.ts";

/** The content of one notification. */
export interface NotificationContent {
  kind: NotificationKind;
  title: string;
  description: string;
  /** Path inside the app that the notification links to. */
  path: string;
  /** Stays next to unread ones of the same kind about the same task instead of replacing them. */
  separate?: true;
}
