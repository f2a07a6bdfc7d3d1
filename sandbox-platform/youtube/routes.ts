import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";

import type { Sandbox } from "../sandbox.ts";
import { streamBodies } from "../web/raw-connection.ts";
import { createAccess } from "./access.ts";
import { registerCaptionCalls } from "./caption-calls.ts";
import { createCaptions } from "./captions.ts";
import { registerChannelCalls } from "./channel-calls.ts";
import { answerInEnvelopes, ApiError } from "./errors.ts";
import type { Platform } from "./platform.ts";
import { registerPlaylistCalls } from "./playlist-calls.ts";
import { createPlaylists } from "./playlists.ts";
import { createProcessing } from "./processing.ts";
import { createQuota } from "./quota.ts";
import { registerReceiveUpload } from "./receive-upload.ts";
import { createSessions } from "./sessions.ts";
import { registerStartUpload } from "./start-upload.ts";
import { registerStatisticsCalls } from "./statistics-calls.ts";
import { registerThumbnails } from "./thumbnails.ts";
import { registerVideoCalls } from "./video-calls.ts";
import { createVideos } from "./videos.ts";

export function createPlatform(sandbox: Sandbox, provider: Provider): Platform {
  const { db, folders, logFailure, settings } = sandbox;
  const quota = createQuota(db, settings);
  const sessions = createSessions(db, folders);
  const videos = createVideos(db);
  return {
    sandbox,
    quota,
    sessions,
    videos,
    playlists: createPlaylists(db),
    captions: createCaptions(db),
    admit: createAccess(sandbox, provider, quota),
    processing: createProcessing(videos, sessions, logFailure),
  };
}

/** Unknown methods respond in Google's envelope too. */
function registerUnknownCalls(app: FastifyInstance): void {
  for (const url of ["/youtube/v3/*", "/upload/youtube/v3/*", "/youtubeanalytics/v2/*"]) {
    app.all(url, (request) => {
      throw new ApiError(
        404,
        "notFound",
        `The sandbox has no method ${request.method} ${request.url.split("?")[0]}.`,
      );
    });
  }
}

/** The YouTube Data API v3 and the reports of the YouTube Analytics API v2. */
export function registerYoutube(app: FastifyInstance, platform: Platform): void {
  const { logFailure } = platform.sandbox;
  app.register(async (scope) => {
    answerInEnvelopes(scope, logFailure);
    registerStartUpload(scope, platform);
    registerVideoCalls(scope, platform);
    registerChannelCalls(scope, platform);
    registerThumbnails(scope, platform);
    registerPlaylistCalls(scope, platform);
    registerCaptionCalls(scope, platform);
    registerStatisticsCalls(scope, platform);
    registerUnknownCalls(scope);
  });
  app.register(async (scope) => {
    answerInEnvelopes(scope, logFailure);
    streamBodies(scope);
    registerReceiveUpload(scope, platform);
  });
}
