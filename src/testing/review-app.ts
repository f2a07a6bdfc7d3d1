import { readFile } from "node:fs/promises";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { createVideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { bindEndpoints } from "#core/server/bind-endpoints.ts";
import type { Actor, Context, EventHandler } from "#core/server/context.ts";
import { requireUploadSpace } from "#modules/media/server/actions.ts";
import { mediaJobs } from "#modules/media/server/jobs.ts";
import { reviewEndpoints } from "#modules/review/contract.ts";
import { mayWatch } from "#modules/review/server/actions.ts";
import { reviewEventHandlers } from "#modules/review/server/event-handlers.ts";
import { reviewJobs } from "#modules/review/server/jobs.ts";
import { reviewHandlers } from "#modules/review/server/routes.ts";
import { mayReadFile } from "#modules/tasks/server/actions.ts";

import { clip } from "./clips.ts";
import { startMediaServer } from "./media-server.ts";

interface Sent {
  status: number;
  message: string;
  videoId: string;
}

/**
 * The review module on a media server with real video tools: a creator (ines), their editor (mira) and
 * another editor (oskar).
 */
export async function startReviewApp(parts: {
  windowSeconds: number;
  eventHandlers?: readonly EventHandler[];
}) {
  const server = await startMediaServer([...reviewEventHandlers(parts), ...(parts.eventHandlers ?? [])]);
  const creator = await server.person("ines", "YOUTUBER");
  const editor = await server.person("mira", "EDITOR");
  const otherEditor = await server.person("oskar", "EDITOR");
  const { ffmpeg } = await findFfmpeg(process.env);
  const workers = [...mediaJobs({ ...server, tools: createVideoTools(ffmpeg) }), ...reviewJobs(server)];
  const { url, close } = await server.listen({
    mayRead: { video: mayWatch, file: mayReadFile },
    register: (app, binding) => {
      bindEndpoints(
        app,
        "review",
        reviewEndpoints,
        reviewHandlers({ requireSpace: (bytes) => requireUploadSpace(server.storage, bytes) }),
        binding,
      );
    },
  });
  return {
    server,
    url,
    creator,
    editor,
    otherEditor,
    as: <T>(actor: Actor | null, act: (ctx: Context) => Promise<T>) => server.run(actor, act),
    /** Runs due jobs; returns their names. */
    work: () => server.work(workers),
    /** Uploads a clip as the task's next version in one form. The next `work` probes it. */
    send: async (
      taskId: number,
      name: Parameters<typeof clip>[0] = "h264",
      sender = editor,
    ): Promise<Sent> => {
      const form = new FormData();
      form.append("taskId", String(taskId));
      const bytes = new Uint8Array(await readFile(await clip(name)));
      form.append("video", new File([bytes], `${name}.mp4`, { type: "video/mp4" }));
      const answer = await fetch(`${url}/api/v1/task/upload-video-to-server`, {
        method: "POST",
        headers: { "x-person": String(sender.id) },
        body: form,
      });
      const wire: { data?: { videoId: string }; message: string } = JSON.parse(await answer.text());
      return { status: answer.status, message: wire.message, videoId: wire.data?.videoId ?? "" };
    },
    stop: async () => {
      await close();
      await server.stop();
    },
  };
}

export type ReviewApp = Awaited<ReturnType<typeof startReviewApp>>;
