import { z } from "zod";

import { roles } from "#core/permission.ts";
import { stages } from "#modules/tasks/rules.ts";

/** Kinds of stored files. Attachments include thumbnails and images in comments; messages are images in messages. */
export const storageKinds = [
  "originals",
  "renditions",
  "stills",
  "attachments",
  "messages",
  "other",
] as const;

const storageBytes = z.record(z.enum(storageKinds), z.number().int());
export type StorageBytes = z.output<typeof storageBytes>;

/** Reasons for which stored videos are deleted at a known time. */
export const expiryReasons = ["review_window", "published", "inactive_upload"] as const;

const named = z.object({ id: z.number().int(), name: z.string() });

/** Figures that need to read whole tables. */
export const figures = z.object({
  users: z.object({
    total: z.number().int(),
    suspended: z.number().int(),
    activeThisWeek: z.number().int(),
    byRole: z.record(z.enum(roles), z.number().int()),
  }),
  tasks: z.record(z.enum(stages), z.number().int()),
  /** Versions of which the preparation ended since midnight (UTC). */
  preparedToday: z.number().int(),
  storage: storageBytes,
  /** Tasks that use the most storage, with their creators. */
  largestTasks: z.array(z.object({ taskId: z.number().int(), owner: named, bytes: z.number().int() })),
  largestUsers: z.array(z.object({ owner: named, bytes: z.number().int() })),
  /** Bytes that expire, by reason and day; `day` 0 is the next 24 hours. */
  expiring: z.array(
    z.object({
      reason: z.enum(expiryReasons),
      day: z.number().int(),
      videos: z.number().int(),
      bytes: z.number().int(),
    }),
  ),
});
export type Figures = z.output<typeof figures>;
