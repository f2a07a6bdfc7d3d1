import { eq } from "drizzle-orm";

import type { Actor } from "#core/server/context.ts";
import type { VideoResults } from "#modules/analytics/contract/videos.ts";
import type { AnalyticsDependencies } from "#modules/analytics/server/dependencies.ts";
import { fetchVideos } from "#modules/analytics/server/fetch/fetch-videos.ts";
import { videoResults } from "#modules/analytics/server/results/video-results.ts";
import { analysedVideos, type AnalysedVideoRow } from "#modules/analytics/server/tables.ts";
import { videos } from "#modules/media/server/tables.ts";
import { finishAuthorization } from "#modules/publishing/server/destinations/authorization.ts";
import { authorizeFigures } from "#modules/publishing/server/destinations/connections.ts";
import { listDestinations } from "#modules/publishing/server/destinations/queries.ts";

import { type PublishingScenario, publishingScenario } from "./publishing-scenario.ts";
import { sampleFacts } from "./reviewed-version.ts";
import { authorizeInSandbox, type ConsentChoice } from "./sandbox.ts";
import type { TestApp } from "./start-app.ts";

/** Published videos whose figures the test has the sandbox platform tell. */
export interface AnalyticsScenario extends PublishingScenario {
  analytics: AnalyticsDependencies;
  /** A video of 480 s at 25 frames per second that was published at the creator's channel, many days ago for the platform. */
  publishedTask: (publishedDaysAgo: number) => Promise<number>;
  /** Passes the consent screen that asks for access to the figures of the creator's channel. */
  allowFigures: (choice?: ConsentChoice) => Promise<void>;
  /** Runs the job for the creator's destinations. */
  fetchFigures: (dependencies?: AnalyticsDependencies) => Promise<void>;
  results: (actor: Actor, taskId: number) => Promise<VideoResults>;
  analysed: (taskId: number) => Promise<AnalysedVideoRow>;
}

/** Frames of the videos of `publishedTask`. */
export const publishedFrames = 12_000;

const facts = {
  ...sampleFacts,
  durationSeconds: 480,
  video: { ...sampleFacts.video, frames: publishedFrames },
};

export async function analyticsScenario(app: TestApp): Promise<AnalyticsScenario> {
  const setup = await publishingScenario(app);
  const analytics: AnalyticsDependencies = { ...app.dependencies, ...setup.dependencies };
  const { creator } = setup;

  return {
    ...setup,
    analytics,
    publishedTask: async (publishedDaysAgo) => {
      const { taskId, videoId } = await setup.approvedTask({ bytes: 1000 });
      await app.db.update(videos).set({ facts, taskId }).where(eq(videos.id, videoId));
      await setup.start(taskId);
      await setup.deliver(taskId);
      const { platformVideoId } = await setup.deliveryOf(taskId);
      await app.sandbox.live(platformVideoId ?? "", { publishedDaysAgo, durationSeconds: 480 });
      return taskId;
    },
    allowFigures: async (choice) => {
      const [channel] = await app.run(null, (ctx) => listDestinations(ctx.tx, creator.id));
      const url = await authorizeFigures(analytics, creator, channel?.id ?? "");
      const { code, state } = await authorizeInSandbox(url, choice);
      if (code !== null) await finishAuthorization(analytics, creator, { code, ...(state && { state }) });
    },
    fetchFigures: async (dependencies = analytics) => {
      for (const { id } of await app.run(null, (ctx) => listDestinations(ctx.tx, creator.id))) {
        await fetchVideos(dependencies, id, new AbortController().signal);
      }
    },
    results: (actor, taskId) =>
      app.dependencies.read(actor, (ctx) => videoResults(ctx, { taskId }, analytics)),
    analysed: async (taskId) => {
      const [row] = await app.db.select().from(analysedVideos).where(eq(analysedVideos.taskId, taskId));
      if (!row) throw new Error("The video is not analysed.");
      return row;
    },
  };
}
