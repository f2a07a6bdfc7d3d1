import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { pino } from "pino";
import { z } from "zod";

import { sandboxAddresses } from "#devices/video-platform/addresses.ts";
import { createVideoPlatform } from "#devices/video-platform/platform.ts";
import { authorizeInSandbox } from "#testing/sandbox.ts";

import type { Reelay } from "../e2e/support/reelay.ts";

const run = promisify(execFile);

const uploadLog = z.object({
  sessions: z.array(
    z.object({
      videoId: z.string().optional(),
      size: z.number(),
      requests: z.array(z.object({ at: z.iso.datetime(), first: z.number().optional() })),
    }),
  ),
});

/** The sandbox platform of a running product, without the product. */
export interface Platform {
  /** Uploads a file as one request of `curl -T`; seconds from its first byte to the platform's answer. */
  upload: (file: { path: string; bytes: number }) => Promise<number>;
  /** When the first byte of the newest upload reached the platform. */
  firstByteAt: () => Promise<Date>;
  /** Deletes every video there is, and its bytes. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
}

/** Gets an access token of its own, in the same way as the product. */
export async function openPlatform({ url, sandboxUrl, dataFolder }: Reelay): Promise<Platform> {
  const device = createVideoPlatform({
    addresses: sandboxAddresses(sandboxUrl),
    clientId: "reelay-sandbox-client",
    clientSecret: await readFile(join(dataFolder, "sandbox/client-secret"), "utf8"),
    log: pino({ level: "silent" }),
  });
  const redirectUri = `${url}/authorize-youtube-upload`;
  const { codeVerifier, codeChallenge } = await device.createPkce();
  const { code } = await authorizeInSandbox(
    device.authorizationUrl({ redirectUri, state: "measuring", codeChallenge }),
  );
  const tokens = await device.exchangeCode({ code: code ?? "", redirectUri, codeVerifier });
  const access = tokens.accessToken;

  const sessions = async () =>
    uploadLog.parse(await (await fetch(`${sandboxUrl}/control/state`)).json()).sessions;

  return {
    upload: async ({ path, bytes }) => {
      const { sessionUri } = await device.startSession(access, {
        metadata: {
          ...{ title: "The floor", description: "", tags: [], categoryId: "22" },
          ...{ madeForKids: false, syntheticMedia: false, privacy: "private" },
        },
        notifySubscribers: false,
        bytes,
        type: "video/mp4",
      });
      const { stdout } = await run("curl", [
        ...["-sS", "-o", "/dev/null", "-w", "%{http_code} %{time_pretransfer} %{time_total}"],
        ...["-H", `Authorization: Bearer ${access}`, "-H", "Content-Type: video/mp4"],
        ...["-T", path, sessionUri],
      ]);
      const [status, begun, ended] = stdout.split(" ").map(Number);
      if (status !== 201) throw new Error(`The platform answered curl with ${stdout}`);
      return (ended ?? 0) - (begun ?? 0);
    },
    firstByteAt: async () => {
      const firsts = (await sessions())
        .flatMap(({ requests }) => requests)
        .filter(({ first }) => first === 0)
        .map(({ at }) => new Date(at).getTime());
      return new Date(Math.max(...firsts));
    },
    clear: async () => {
      for (const { videoId } of await sessions()) {
        if (videoId === undefined) continue;
        await fetch(`${sandboxUrl}/youtube/v3/videos?id=${videoId}`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${access}` },
        });
      }
    },
    close: () => device.close(),
  };
}
