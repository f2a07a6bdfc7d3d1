import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { candidateVersion, isAccepted } from "#adapters/ffmpeg/ffmpeg-check.ts";
import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { hasObjectStore, noObjectStoreMessage } from "#testing/object-store.ts";

import { findChromium } from "./browser-path.ts";

/** Prepares this machine for `npm test`: installs what is missing and prints what is available. */
const root = resolve(import.meta.dirname, "..");
const usesApt = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

console.log(`Node ${process.versions.node}`);
try {
  ensureObjectStore();
  if ([ensureChromium(), await ensureFfmpeg()].includes(false)) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function ensureChromium(): boolean {
  const chromium = findChromium() ?? installChromium();
  console.log(
    chromium
      ? `Chromium (${chromium})`
      : "Chromium could not be installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH.",
  );
  return chromium !== undefined;
}

function installChromium(): string | undefined {
  if (usesApt && installByApt("chromium", "chromium-headless-shell")) {
    const chromium = findChromium();
    if (chromium) return chromium;
  }
  console.log("Installing Playwright's Chromium …");
  run("npx", ["playwright", "install", "chromium"]);
  return findChromium();
}

async function ensureFfmpeg(): Promise<boolean> {
  let { ffmpeg, explanation } = await findFfmpeg(process.env);
  if (!ffmpeg && !process.env["FFMPEG_PATH"] && usesApt && aptHasUsableFfmpeg() && installByApt("ffmpeg"))
    ({ ffmpeg, explanation } = await findFfmpeg(process.env));
  console.log(explanation);
  return ffmpeg !== null;
}

/** Whether apt would install a supported version. Those of Debian 12 and Ubuntu 24.04 are too old. */
function aptHasUsableFfmpeg(): boolean {
  run("apt-get", ["update"]);
  const { stdout } = spawnSync("apt-cache", ["policy", "ffmpeg"], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  return isAccepted(candidateVersion(stdout) ?? "");
}

/** Optional: only the object storage tests need it. */
function ensureObjectStore(): void {
  if (!hasObjectStore() && usesApt) installByApt("python3-swift");
  console.log(
    hasObjectStore() ? "OpenStack Swift (an object store with an S3 API)" : noObjectStoreMessage.trim(),
  );
}

function installByApt(...names: string[]): boolean {
  console.log(`Installing ${names.join(" and ")} with apt-get …`);
  return run("apt-get", ["update"]) && run("apt-get", ["install", "-y", "--no-install-recommends", ...names]);
}

/** Runs a command; prints the end of its output if it fails. */
function run(command: string, args: string[]): boolean {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return true;
  const output = error ? error.message : `${stdout}\n${stderr}`.trim().split("\n").slice(-5).join("\n");
  console.log(`\`${command} ${args.join(" ")}\` failed:\n${output}`);
  return false;
}
