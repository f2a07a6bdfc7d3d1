import { randomUUID } from "node:crypto";
import { join } from "node:path";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { runFfmpeg } from "#adapters/ffmpeg/run.ts";
import { previewPath, pricingPath, signUpPath } from "#core/paths.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";

import { accepted, type FloodRequest, floodOfCalls, floodOfRequests } from "./requests.ts";
import type { ScenarioServer, Scenario } from "./scenario.ts";
import { newPair, pairWithTask, readingUser, usualWork } from "./task-work.ts";
import { isConverted, newTask, until, uploadVersion } from "./video-work.ts";

/** Most connections of one client. */
const parallel = 16;

type FloodOf = (ground: ScenarioServer) => Promise<(count: number) => FloodRequest>;

/** Requests that are no endpoints of a contract. */
const floods: Record<string, FloodOf> = {
  "OpenAPI documents": async () => () => ({ path: "/openapi.json" }),
  "public pages": async () => (count) => ({
    base: "",
    path: ["/", pricingPath, signUpPath][count % 3] ?? "/",
  }),
  "previews with their first responses": async (ground) => {
    const { creator, taskId } = await pairWithTask(ground, "flooding");
    return () => ({ base: "", path: previewPath(taskId), cookie: creator.cookie });
  },
  "ranges of 64 KB of a video": async (ground) => {
    const { path, cookie } = await playableVideo(ground);
    return (count) => ({
      base: "",
      path,
      cookie,
      headers: { range: `bytes=${count % 1000}-${65_536 + (count % 1000)}` },
    });
  },
  "media that doesn't exist": async (ground) => {
    const { path, cookie } = await playableVideo(ground);
    const paths = [
      "/media/v/none",
      path.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
      `/media/picture/${randomUUID()}`,
      `/media/g/${randomUUID()}/v/none`,
    ];
    return (count) => ({ base: "", path: paths[count % paths.length] ?? "", cookie });
  },
};

const ofRequests = Object.entries(floods).map(([name, prepareFlood]): Scenario => ({
  name,
  work: usualWork,
  calls: 40,
  prepare: async (ground) => {
    const requestAt = await prepareFlood(ground);
    return {
      work: await readingUser(ground),
      flood: () => floodOfRequests(ground.url, parallel, requestAt),
    };
  },
}));

const ofUploads: Scenario = {
  name: "PATCHes of one byte to eight uploads",
  work: usualWork,
  calls: 40,
  prepare: async (ground) => {
    const pair = await newPair(ground, "flooding");
    const waiting = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const body = {
          taskId: await newTask(pair),
          bytes: 1_000_000,
          type: "video/mp4",
          fileName: "cut.mp4",
          fingerprint: randomUUID(),
        };
        const { uploadUrl } = await accepted(pair.editor.call(reviewEndpoints.beginVersion, { body }));
        return { url: new URL(uploadUrl, ground.url), offset: 0 };
      }),
    );
    const sendByte = async () => {
      const upload = waiting.pop();
      if (!upload) throw new Error("No upload waits");
      try {
        const headers = {
          cookie: pair.editor.cookie,
          "tus-resumable": "1.0.0",
          "upload-offset": String(upload.offset),
          "content-type": "application/offset+octet-stream",
        };
        const { status } = await fetch(upload.url, { method: "PATCH", headers, body: "x" });
        if (status === 204) upload.offset += 1;
        return status;
      } finally {
        waiting.push(upload);
      }
    };
    return { work: await readingUser(ground), flood: () => floodOfCalls(waiting.length, sendByte) };
  },
};

export const fileScenarios: readonly Scenario[] = [...ofRequests, ofUploads];

/** The signed address of a video of several megabytes that browsers can play, and the cookie of a user who may. */
async function playableVideo(ground: ScenarioServer): Promise<{ path: string; cookie: string }> {
  const pair = await newPair(ground, "flooding");
  const { ffmpeg } = await findFfmpeg(process.env);
  if (!ffmpeg) throw new Error("No ffmpeg");
  const file = join(ground.folder, "noise.mp4");
  const noise = "color=gray:s=640x360:r=25:d=10,noise=alls=60:allf=t";
  const encode = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-pix_fmt", "yuv420p"];
  const args = ["-f", "lavfi", "-i", noise, ...encode, "-movflags", "+faststart", "-y", file];
  await runFfmpeg(ffmpeg, { args, timeLimitSeconds: 120, niceness: 0 });
  const taskId = await uploadVersion(ground, pair, { path: file, type: "video/mp4" });
  await until(() => isConverted(pair, taskId));
  const preview = pair.creator.call(reviewEndpoints.preview, { params: { id: taskId }, query: {} });
  const { playback } = await accepted(preview);
  return { path: playback?.fileUrl ?? "", cookie: pair.creator.cookie };
}
