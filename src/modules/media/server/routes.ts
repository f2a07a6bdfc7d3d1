import type { FastifyInstance } from "fastify";

import type { EndpointBinding } from "#core/server/bind-endpoints.ts";

import { type GuestRouteParts, registerGuestRoutes } from "./playback/guest-routes.ts";
import { type PlaybackRouteParts, registerPlaybackRoutes } from "./playback/routes.ts";
import type { SpaceParts } from "./space/disk-space.ts";
import type { LeaseParts } from "./uploads/lease.ts";
import { registerUploadRoutes } from "./uploads/routes.ts";
import { createUploadWriter } from "./uploads/upload-writer.ts";

export type MediaRouteParts = PlaybackRouteParts &
  GuestRouteParts &
  Pick<EndpointBinding, "run"> &
  Pick<SpaceParts, "storageQuota"> &
  LeaseParts;

/** Registers the routes that carry bytes: resumable uploads below `/api/v1/media/uploads/`, signed URLs below `/media/`. */
export function registerMediaRoutes(app: FastifyInstance, parts: MediaRouteParts): void {
  const { run, lock, identify, storage, storageQuota } = parts;
  const writer = createUploadWriter({ run, lock, storage, storageQuota });
  app.addHook("preClose", () => writer.stop());
  registerUploadRoutes(app, { run, identify, writer });
  registerPlaybackRoutes(app, parts);
  registerGuestRoutes(app, parts);
}
