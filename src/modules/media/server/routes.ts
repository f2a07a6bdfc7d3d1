import type { FastifyInstance } from "fastify";

import type { MediaDependencies } from "./dependencies.ts";
import { registerGuestRoutes } from "./playback/guest-routes.ts";
import { registerPlaybackRoutes } from "./playback/routes.ts";
import { registerUploadRoutes } from "./uploads/routes.ts";
import { createUploadWriter } from "./uploads/upload-writer.ts";

/** Registers the routes that carry bytes: resumable uploads below `/api/v1/media/uploads/`, signed URLs below `/media/`. */
export function registerMediaRoutes(app: FastifyInstance, dependencies: MediaDependencies): void {
  const writer = createUploadWriter(dependencies);
  app.addHook("preClose", () => writer.stop());
  registerUploadRoutes(app, dependencies, writer);
  registerPlaybackRoutes(app, dependencies);
  registerGuestRoutes(app, dependencies);
}
