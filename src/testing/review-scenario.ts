import { readFile } from "node:fs/promises";

import { clip } from "./clips.ts";
import type { TestApp } from "./start-app.ts";

interface Sent {
  status: number;
  message: string;
  videoId: string;
}

export type ReviewScenario = Awaited<ReturnType<typeof reviewScenario>>;

/** Adds a creator (ines), their editor (mira) and another editor (oskar) to `app`, who upload over HTTP. */
export async function reviewScenario(app: TestApp) {
  const creator = await app.person("ines", "YOUTUBER");
  const editor = await app.person("mira", "EDITOR");
  const otherEditor = await app.person("oskar", "EDITOR");
  const { url, close } = await app.listen();
  return {
    url,
    creator,
    editor,
    otherEditor,
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
        headers: { cookie: sender.cookie },
        body: form,
      });
      const wire: { data?: { videoId: string }; message: string } = JSON.parse(await answer.text());
      return { status: answer.status, message: wire.message, videoId: wire.data?.videoId ?? "" };
    },
    close,
  };
}
