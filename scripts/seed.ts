import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { readConfig } from "#app/server/config.ts";
import { runCommand } from "#app/server/user-command/command.ts";
import { overHttp } from "#testing/client.ts";

import { fillStudio } from "./seed/fill.ts";
import { moveStudioIntoPast } from "./seed/move-into-past.ts";
import { startRenderer } from "./seed/renderer.ts";
import { isServerReady, waitForServer } from "./seed/running-server.ts";
import { password, people } from "./seed/studio.ts";

/** Creates the sample studio through the running server, or a temporary one. */
const root = resolve(import.meta.dirname, "..");
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));

const { port, appUrl, smtpUrl, startsSandbox, sandboxUrl, sandboxPort, databaseUrl, dataFolder } = readConfig(
  process.env,
);
const url = `http://localhost:${port}`;
const say = (line: string) => console.log(`  ${line}`);
const sandbox = startsSandbox ? { url: sandboxUrl, port: sandboxPort } : null;
const findServer = () => waitForServer({ url, appUrl, sandbox, say });

const { ffmpeg, explanation } = await findFfmpeg(process.env);
if (!ffmpeg) throw new Error(`The sample clips need ffmpeg. ${explanation}`);

let temporaryServer: ChildProcess | null = null;
say("Rendering the films");
const renderer = startRenderer(ffmpeg.path);
try {
  if (!(await findServer())) temporaryServer = await startServer();
  const transport = overHttp(url);
  const mailbox = startsSandbox && smtpUrl === null ? sandboxUrl : null;
  const past = await fillStudio({ transport, renderer, sandboxUrl: mailbox, say });
  const place = { databaseUrl, dataFolder: resolve(root, dataFolder) };
  await moveStudioIntoPast(place, past);
  say("Dates moved into the last months");
  await makeOperator(people.ravi.email);
  console.log(logins(mailbox));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  renderer.stop();
  temporaryServer?.kill("SIGTERM");
}

/** Starts a server without the browser app; null if another one was started at the same time and is ready. */
async function startServer(): Promise<ChildProcess | null> {
  say(`Starting a server at ${url}`);
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

async function makeOperator(email: string): Promise<void> {
  const errors: string[] = [];
  const command = { root, env: process.env, arguments: ["make-operator", email, "--confirm-email"] };
  await runCommand({ ...command, say: () => undefined, complain: (line) => errors.push(line) });
  if (errors.length > 0) throw new Error(errors.join("\n"));
}

/** The accounts by their role, where emails are, and the next step. */
function logins(mailbox: string | null): string {
  const { meera, anika, jonas, ravi } = people;
  const roles = [
    ["creator", meera],
    ["editor", anika],
    [`manager of ${meera.name}'s channel`, jonas],
    ["operator, at /admin", ravi],
  ] as const;
  return [
    `\nLog in at ${appUrl} with the password ${password}:`,
    ...roles.map(([role, { email }]) => `  ${email.padEnd(24)}${role}`),
    ...(mailbox === null ? [] : [`Emails are at ${mailbox}/mailbox while Reelay runs.`]),
    ...(temporaryServer ? ["Start Reelay with `npm start`."] : []),
  ].join("\n");
}
