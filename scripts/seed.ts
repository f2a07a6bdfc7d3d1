import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { readConfig } from "#app/server/config.ts";
import { overHttp } from "#testing/client.ts";

import { fillStudio } from "./seed/fill.ts";
import { moveStudioIntoPast } from "./seed/move-into-past.ts";
import { isServerReady, waitForServer } from "./seed/running-server.ts";
import { password, people } from "./seed/studio.ts";

/** Creates the sample studio through the running server, or a temporary one. */
const root = resolve(import.meta.dirname, "..");
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));

const { port, appUrl, startsSandbox, sandboxUrl, sandboxPort, databaseUrl, dataFolder } = readConfig(
  process.env,
);
const url = `http://localhost:${port}`;
const say = (line: string) => console.log(`  ${line}`);
const sandbox = startsSandbox ? { url: sandboxUrl, port: sandboxPort } : null;
const findServer = () => waitForServer({ url, appUrl, sandbox, say });

const { ffmpeg, explanation } = await findFfmpeg(process.env);
if (!ffmpeg) throw new Error(`The sample clips need ffmpeg. ${explanation}`);

let own: ChildProcess | null = null;
try {
  if (!(await findServer())) own = await startServer();
  const past = await fillStudio({ transport: overHttp(url), ffmpeg: ffmpeg.path, say });
  const place = { databaseUrl, dataFolder: resolve(root, dataFolder) };
  await moveStudioIntoPast(place, past);
  console.log(
    `\nLog in as ${people.meera.email} (creator) or ${people.anika.email} (editor), password ${password}`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  own?.kill("SIGTERM");
}

/** Starts a server without the browser app; null if another one was started at the same time and is ready. */
async function startServer(): Promise<ChildProcess | null> {
  const server = spawn(process.execPath, [join(root, "src/app/server/main.ts"), "--api-only"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let problem = "";
  const keep = (chunk: Buffer) => {
    problem += chunk.toString();
  };
  server.stderr.on("data", keep);
  const ended = new Promise<true>((resolve) => server.once("close", () => resolve(true)));
  while (!(await isServerReady(url))) {
    if (!(await Promise.race([ended, wait(200, false)]))) continue;
    if (await findServer()) return null;
    throw new Error(problem.trim());
  }
  server.stderr.off("data", keep).pipe(process.stderr);
  return server;
}
