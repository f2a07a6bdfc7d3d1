import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { operators, roles } from "#core/permission.ts";
import { stages } from "#modules/tasks/rules/stages.ts";

/** Kinds of stored files. Attachments include thumbnails and images in comments; messages are images in messages. */
export const storageKinds = [
  "originals",
  "renditions",
  "stills",
  "attachments",
  "messages",
  "other",
] as const;
export type StorageKind = (typeof storageKinds)[number];

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
  /** Videos that expire, by reason and day; `day` 0 is the next 24 hours. */
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

/** State of a part of the server. `off` is not configured. */
const partState = z.enum(["ok", "failing", "off"]);

const overview = z.object({
  measuredAt: z.iso.datetime(),
  users: figures.shape.users,
  tasks: figures.shape.tasks,
  preparedToday: z.number().int(),
  deliveries: z.object({ running: z.number().int(), failed: z.number().int() }),
  store: z.object({
    kind: z.enum(["disk", "bucket"]),
    usedBytes: z.number().int(),
    /** Null for a bucket. */
    freeBytes: z.number().int().nullable(),
  }),
  health: z.array(
    z.object({
      part: z.string(),
      state: partState,
      detail: z.string(),
      /** Since when it fails; null if it doesn't or if that is unknown. */
      since: z.iso.datetime().nullable(),
    }),
  ),
  /** Today's use of the server's quota at YouTube: uploads, units of the Data API, and calls for counts and for reports. */
  youtubeQuota: z.array(
    z.object({
      part: z.enum(["uploads", "units", "counts", "reports"]),
      used: z.number().int(),
      limit: z.number().int(),
    }),
  ),
  version: z.string(),
  migrations: z.object({ applied: z.number().int(), pending: z.number().int() }),
});
export type Overview = z.output<typeof overview>;

/** Days of the chart of stored bytes. */
export const chartDays = 30;

const storage = z.object({
  measuredAt: z.iso.datetime(),
  bytes: storageBytes,
  freeBytes: z.number().int().nullable(),
  largestTasks: figures.shape.largestTasks,
  largestUsers: figures.shape.largestUsers,
  expiring: figures.shape.expiring,
  /** The days of the last `chartDays` for which sizes were recorded, the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), bytes: storageBytes })),
  /** Quota of users without one of their own; null without a limit. */
  defaultQuotaBytes: z.number().int().nullable(),
});
export type StorageReport = z.output<typeof storage>;

export const operatorFigureEndpoints = {
  overview: endpoint({
    method: "GET",
    path: "/admin/overview",
    permission: operators,
    summary: "Users, tasks, deliveries, storage and health of the server",
    response: overview,
    message: "Overview loaded.",
  }),
  storageReport: endpoint({
    method: "GET",
    path: "/admin/storage",
    permission: operators,
    summary: "Storage by kind, its growth, the largest tasks and users, and what expires when",
    response: storage,
    message: "Storage loaded.",
  }),
};
