import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { readConfig } from "#app/server/config.ts";
import { overHttp } from "#testing/client.ts";

import { fillStudio } from "./seed/fill.ts";
import { password, people } from "./seed/studio.ts";

/** Creates the sample studio through the running server, or a temporary one. */
const root = resolve(import.meta.dirname, "..");
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));

const { port } = readConfig(process.env);
const url = `http://localhost:${port}`;
const answers = () =>
  fetch(`${url}/api/v1/health`)
    .then(({ ok }) => ok)
    .catch(() => false);

const { ffmpeg, explanation } = await findFfmpeg(process.env);
if (!ffmpeg) throw new Error(`The sample clips need ffmpeg. ${explanation}`);

const own = (await answers()) ? null : await startServer();
try {
  await fillStudio({
    transport: overHttp(url),
    ffmpeg: ffmpeg.path,
    say: (line) => console.log(`  ${line}`),
  });
  console.log(
    `\nLog in as ${people.meera.email} (creator) or ${people.anika.email} (editor), password ${password}`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  own?.kill("SIGTERM");
}

async function startServer(): Promise<ChildProcess> {
  const server = spawn(process.execPath, [join(root, "src/app/server/main.ts")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await answers())) {
    if (server.exitCode !== null) process.exit(1);
    await new Promise((wait) => setTimeout(wait, 200));
  }
  return server;
}
