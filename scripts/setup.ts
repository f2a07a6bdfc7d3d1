import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { candidateVersion, isAccepted } from "#adapters/ffmpeg/ffmpeg-check.ts";
import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { hasObjectStore, noObjectStoreMessage } from "#testing/object-store.ts";

import { findChromium } from "./browser-path.ts";

/** Makes this machine ready for `npm test`: says what is there, installs what is missing. */
const root = resolve(import.meta.dirname, "..");
const usesApt = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

console.log(`Node ${process.versions.node}`);
try {
  readyObjectStore();
  if ([readyChromium(), await readyFfmpeg()].includes(false)) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readyChromium(): boolean {
  const found = findChromium() ?? installChromium();
  console.log(
    found
      ? `Chromium (${found})`
      : "No Chromium, and none could be installed: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.",
  );
  return found !== undefined;
}

function installChromium(): string | undefined {
  if (usesApt && installByApt("chromium")) {
    const found = findChromium();
    if (found) return found;
  }
  console.log("Chromium is missing; installing Playwright's …");
  run("npx", ["playwright", "install", "chromium"]);
  return findChromium();
}

async function readyFfmpeg(): Promise<boolean> {
  let { ffmpeg, explanation } = await findFfmpeg(process.env);
  if (!ffmpeg && !process.env["FFMPEG_PATH"] && usesApt && aptHasUsableFfmpeg() && installByApt("ffmpeg"))
    ({ ffmpeg, explanation } = await findFfmpeg(process.env));
  console.log(explanation);
  return ffmpeg !== null;
}

/** Whether the version that apt would install is accepted: Debian 12's and Ubuntu 24.04's are too old. */
function aptHasUsableFfmpeg(): boolean {
  run("apt-get", ["update"]);
  const { stdout } = spawnSync("apt-cache", ["policy", "ffmpeg"], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  return isAccepted(candidateVersion(stdout) ?? "");
}

/** Nothing else needs it, so its absence is no failure. */
function readyObjectStore(): void {
  if (!hasObjectStore() && usesApt) installByApt("python3-swift");
  console.log(hasObjectStore() ? "OpenStack Swift (an object store with an S3 API)" : noObjectStoreMessage.trim());
}

function installByApt(name: string): boolean {
  console.log(`${name} is missing; installing it with apt-get …`);
  return run("apt-get", ["update"]) && run("apt-get", ["install", "-y", "--no-install-recommends", name]);
}

/** Runs quietly; what a failing command has said is worth reading. */
function run(command: string, args: string[]): boolean {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return true;
  const words = error ? error.message : `${stdout}\n${stderr}`.trim().split("\n").slice(-5).join("\n");
  console.log(`\`${command} ${args.join(" ")}\` failed:\n${words}`);
  return false;
}
