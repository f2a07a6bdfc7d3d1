import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { installReelay, type Reelay } from "../../e2e/support/reelay.ts";
import { limitFigure, median, type Row, seconds } from "../figure.ts";

const root = resolve(import.meta.dirname, "../..");

/** From `npm start` to the first healthy response, after earlier starts. */
export const start: Row = {
  name: "start",
  measure: async ({ tiny, log, onEnd }) => {
    const starts = tiny ? 1 : 5;
    log("starting the product for the first time");
    const reelay = await installReelay();
    onEnd(reelay.remove);
    await reelay.kill();
    log("restarting after a kill");
    await startOnce(reelay);
    const times: number[] = [];
    while (times.length < starts) {
      const { time, built } = await startOnce(reelay);
      if (built) log("not counted: the browser app was rebuilt because its sources had changed");
      else {
        times.push(time);
        log(seconds(time));
      }
    }
    return [
      limitFigure(`npm start until healthy, median of ${starts}`, median(times), { max: 3, show: seconds }),
    ];
  },
};

async function startOnce({ url, sandboxUrl, dataFolder }: Reelay): Promise<{ time: number; built: boolean }> {
  const began = performance.now();
  // A separate process group, because npm does not pass signals on.
  const npm = spawn("npm", ["start"], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: new URL(url).port,
      SANDBOX_PORT: new URL(sandboxUrl).port,
      APP_URL: url,
      DATA_DIR: dataFolder,
    },
  });
  const { pid } = npm;
  if (pid === undefined) throw new Error("npm could not be started.");
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<void>((resolve) => npm.once("close", () => resolve()));
  try {
    while (!(await healthy(url))) {
      if (npm.exitCode !== null) throw new Error(`The product exited during its start:\n${output}`);
      if (performance.now() - began > 120_000)
        throw new Error(`The product did not become ready:\n${output}`);
      await wait(10);
    }
    return { time: (performance.now() - began) / 1000, built: output.includes("Building the browser app") };
  } finally {
    if (npm.exitCode === null) process.kill(-pid, "SIGTERM");
    await ended;
  }
}

async function healthy(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/v1/health`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}
