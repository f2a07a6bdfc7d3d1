import type { Role } from "#core/permission.ts";
import type { ChosenRole } from "#modules/people/contract/people.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";

import type { Figures, StorageKind } from "../contract/figures.ts";

/** A count with separators: `1,234,567`. */
export function number(value: number): string {
  return value.toLocaleString("en-US");
}

export const roleNames: Record<Role, string> = { YOUTUBER: "Creator", EDITOR: "Editor", NORMAL: "None" };

/** The name of the role that an invitation gives to a new account; null leaves the choice to its user. */
export function presetRoleName(role: ChosenRole | null): string {
  return role === null ? "Any role" : roleNames[role];
}

export const stageNames: Record<Stage, string> = {
  assigned: "Assigned",
  in_review: "In review",
  changes_requested: "Changes requested",
  approved: "Approved",
  publishing: "Publishing",
  published: "Published",
  cancelled: "Cancelled",
};

export const storageNames: Record<StorageKind, string> = {
  originals: "Originals",
  renditions: "Renditions",
  stills: "Stills",
  attachments: "Attachments and images in comments",
  messages: "Images in messages",
  other: "Pictures of profiles and other files",
};

export const expiryNames: Record<Figures["expiring"][number]["reason"], string> = {
  review_window: "Review period ends",
  published: "7 days after publishing",
  inactive_upload: "Upload without activity for 7 days",
};
