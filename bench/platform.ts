import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { pino } from "pino";
import { z } from "zod";

import { sandboxAddresses } from "#adapters/video-platform/youtube/addresses.ts";
import { createYouTube } from "#adapters/video-platform/youtube/youtube.ts";
import { sandboxClient } from "#app/server/sandbox-process.ts";
import { authorizeUploadPath } from "#core/paths.ts";
import { authorizeInSandbox } from "#testing/sandbox.ts";

import type { Reelay } from "../e2e/support/reelay.ts";

const run = promisify(execFile);

const uploadLog = z.object({
  videos: z.array(z.object({ id: z.string(), createdAt: z.iso.datetime() })),
  sessions: z.array(
    z.object({
      videoId: z.string().optional(),
      requests: z.array(z.object({ at: z.iso.datetime(), first: z.number().optional() })),
    }),
  ),
});

/** Direct access to the sandbox platform of a running product. */
export interface Platform {
  /** Uploads a file as one request of `curl -T`. */
  upload: (file: { path: string; bytes: number }) => Promise<void>;
  /** Seconds of the newest upload by the platform's clock, from its first byte to the video. */
  secondsOfNewest: () => Promise<number>;
  /** Deletes all videos. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
}

/** Obtains its own access token in the same way as the product. */
export async function openPlatform({ url, sandboxUrl, dataFolder }: Reelay): Promise<Platform> {
  const youtube = createYouTube({
    addresses: sandboxAddresses(sandboxUrl),
    ...sandboxClient(sandboxUrl, await readFile(join(dataFolder, "secret"), "utf8")),
    log: pino({ level: "silent" }),
  });
  const platform = youtube.connect();
  const redirectUri = `${url}${authorizeUploadPath}`;
  const { codeVerifier, codeChallenge } = await youtube.consent.createPkce();
  const { code } = await authorizeInSandbox(
    youtube.consent.authorizationUrl({ redirectUri, state: "measuring", codeChallenge }),
  );
  const tokens = await youtube.consent.exchangeCode({ code: code ?? "", redirectUri, codeVerifier });
  const access = tokens.accessToken;

  const state = async () => uploadLog.parse(await (await fetch(`${sandboxUrl}/control/state`)).json());

  return {
    upload: async ({ path, bytes }) => {
      const { sessionUri } = await platform.openSession(access, {
        metadata: {
          title: "The floor",
          description: "",
          tags: [],
          categoryId: "22",
          madeForKids: false,
          syntheticMedia: false,
          privacy: "private",
          license: "youtube",
          paidPromotion: false,
          embeddable: true,
        },
        reference: randomUUID(),
        notifySubscribers: false,
        bytes,
        type: "video/mp4",
      });
      const { stdout } = await run("curl", [
        ...["-sS", "-o", "/dev/null", "-w", "%{http_code}"],
        ...["-H", `Authorization: Bearer ${access}`, "-H", "Content-Type: video/mp4"],
        ...["-T", path, sessionUri],
      ]);
      if (stdout !== "201") throw new Error(`The platform answered curl with ${stdout}`);
    },
    secondsOfNewest: async () => {
      const { videos, sessions } = await state();
      const ended = new Map(videos.map(({ id, createdAt }) => [id, new Date(createdAt).getTime()]));
      const uploads = sessions.flatMap(({ videoId = "", requests }) => {
        const end = ended.get(videoId);
        const first = requests.findLast((request) => request.first === 0);
        return end && first ? [{ begun: new Date(first.at).getTime(), end }] : [];
      });
      const newest = uploads.toSorted((one, other) => one.end - other.end).at(-1);
      if (!newest) throw new Error("The platform has no video.");
      return (newest.end - newest.begun) / 1000;
    },
    clear: async () => {
      for (const { videoId } of (await state()).sessions) {
        if (videoId === undefined) continue;
        await fetch(`${sandboxUrl}/youtube/v3/videos?id=${videoId}`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${access}` },
        });
      }
    },
    close: () => youtube.close(),
  };
}
