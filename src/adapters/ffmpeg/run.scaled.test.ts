import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

import { clip } from "#testing/clips.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";

import { type Progress, runFfmpeg, sourceArgs } from "./run.ts";
import { parallelConversions } from "./turns.ts";

const onLinux = process.platform === "linux";
if (!onLinux) {
  process.stderr.write(
    "Not tested here: ffmpeg's priority, memory and end with its parent. Only Linux shows them.\n",
  );
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "ffmpeg-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function writeProgram(name: string, script: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

/** Work that never ends by itself. */
const endless = ["-f", "lavfi", "-re", "-i", "testsrc2=size=64x64", "-f", "null", "-"];

describe.each(everyFfmpeg)("runFfmpeg, ffmpeg $version from $from", (ffmpeg) => {
  it("reports progress", async () => {
    const seen: Progress[] = [];
    const args = [...sourceArgs(await clip("h264")), "-f", "null", "-"];
    await runFfmpeg(ffmpeg, { args, timeLimitSeconds: 60, onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toMatchObject({ frame: 60 });
    expect(seen.at(-1)?.outTimeSeconds).toBeGreaterThan(1.9);
  });

  it("passes on data from pipe 3", async () => {
    let bytes = 0;
    const args = [
      ...sourceArgs(await clip("h264")),
      "-map",
      "0:a",
      "-ac",
      "1",
      "-ar",
      "8000",
      "-f",
      "s16le",
      "pipe:3",
    ];
    await runFfmpeg(ffmpeg, { args, timeLimitSeconds: 60, onData: (chunk) => (bytes += chunk.length) });
    expect(bytes).toBeGreaterThan(8000 * 2 * 1.9);
  });

  it("stops on its signal, even before it has started", async () => {
    const stop = new AbortController();
    const running = runFfmpeg(ffmpeg, {
      args: endless,
      timeLimitSeconds: 60,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(running).rejects.toMatchObject({ code: "stopped", kind: "retry" });
    const again = runFfmpeg(ffmpeg, { args: endless, timeLimitSeconds: 60, signal: stop.signal });
    await expect(again).rejects.toMatchObject({ code: "stopped" });
  });

  it("stops at its time limit", async () => {
    const running = runFfmpeg(ffmpeg, { args: endless, timeLimitSeconds: 0.3 });
    await expect(running).rejects.toMatchObject({ code: "time_limit", kind: "permanent" });
  });

  it("stops at once, without a timer, also a program that ignores SIGTERM", async () => {
    const deaf = await writeProgram("deaf", "trap '' TERM; echo progress=; while :; do sleep 0.1; done");
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      for (const program of [ffmpeg, { path: deaf }]) {
        const stop = new AbortController();
        const running = runFfmpeg(program, {
          args: endless,
          timeLimitSeconds: 60,
          signal: stop.signal,
          onProgress: () => stop.abort(),
        });
        await expect(running).rejects.toMatchObject({ code: "stopped" });
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it("fails with a retryable error when ffmpeg is ended by another process", async () => {
    const asked = await writeProgram("asked", "exit 255");
    const running = runFfmpeg({ path: asked }, { args: [], timeLimitSeconds: 60 });
    await expect(running).rejects.toMatchObject({ code: "killed", kind: "retry" });
  });

  it.runIf(onLinux)("runs with limited memory", async () => {
    const curious = await writeProgram("curious", "ulimit -d >&2; exit 3");
    const running = runFfmpeg({ path: curious }, { args: [], timeLimitSeconds: 60 });
    await expect(running).rejects.toMatchObject({ cause: { message: String(4 * 1024 * 1024) } });
  });

  it.runIf(onLinux).each([
    { run: "a short run", asked: {}, lower: 5 },
    { run: "a conversion", asked: { turnKey: "a file" }, lower: 15 },
    { run: "a run with a priority", asked: { niceness: 12 }, lower: 12 },
  ])("$run has a priority of $lower below ours", async ({ asked, lower }) => {
    const word = `title=${randomUUID()}`;
    const stop = new AbortController();
    const seen: (number | null)[] = [];
    const running = runFfmpeg(ffmpeg, {
      args: [...endless.slice(0, -1), "-metadata", word, "-"],
      timeLimitSeconds: 60,
      signal: stop.signal,
      ...asked,
      onProgress: () => void nicenessOf(word).then((found) => stop.abort(seen.push(found))),
    });
    await expect(running).rejects.toMatchObject({ code: "stopped" });
    expect(seen[0]).toBe(Math.min(19, getPriority() + lower));
  });

  it.each([
    ["text", "unreadable", "permanent"],
    ["playlist", "unreadable", "permanent"],
    ["truncated", "unreadable", "permanent"],
  ] as const)("calls the clip %s %s", async (name, code, kind) => {
    const args = [...sourceArgs(await clip(name)), "-f", "null", "-"];
    await expect(runFfmpeg(ffmpeg, { args, timeLimitSeconds: 60 })).rejects.toMatchObject({ code, kind });
  });

  it("rejects pictures above the size limit, whatever the container states", async () => {
    const args = [...sourceArgs(await clip("h264"), 320), "-f", "null", "-"];
    await expect(runFfmpeg(ffmpeg, { args, timeLimitSeconds: 60 })).rejects.toMatchObject({
      kind: "permanent",
    });
  });

  it.each([
    ["an output", ["-f", "mpegts", "/dev/full"]],
    // ffmpeg 7 continues with the other output and exits with 0.
    ["one of two outputs", ["-f", "tee", "-map", "0:v", "[f=null]-|[f=mpegts]/dev/full"]],
  ])("notices a full disk: %s", async (_what, output) => {
    const args = [...sourceArgs(await clip("h264")), "-c:v", "libx264", ...output];
    const running = runFfmpeg(ffmpeg, { args, timeLimitSeconds: 60 });
    await expect(running).rejects.toMatchObject({ code: "no_space", kind: "needs-user" });
  });

  it.each([
    ["No space left on device", "no_space"],
    ["[tee @ 0x1] Slave muxer #0 failed: Input/output error, continuing with 1/2 slaves.", "ffmpeg_failed"],
  ])("doesn't trust an exit code of 0 after: %s", async (line, code) => {
    const careless = await writeProgram("careless", `echo '${line}' >&2; yes noise | head -c 20000 >&2`);
    const running = runFfmpeg({ path: careless }, { args: [], timeLimitSeconds: 60 });
    await expect(running).rejects.toMatchObject({ code });
  });

  it("reports an unknown failure without ffmpeg's output, which is only its cause", async () => {
    const failing = await writeProgram(
      "failing",
      "echo '[out#1/image2 @ 0x55e9] Nothing was written' >&2; exit 234",
    );
    const error: unknown = await runFfmpeg({ path: failing }, { args: [], timeLimitSeconds: 60 }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({
      code: "ffmpeg_failed",
      message: expect.not.stringContaining("0x55e9"),
      cause: { message: expect.stringContaining("0x55e9") },
    });
  });

  it("distinguishes a killed program from a missing one", async () => {
    const killed = await writeProgram("killed", "kill -KILL $$");
    const limit = { timeLimitSeconds: 60 };
    await expect(runFfmpeg({ path: killed }, { args: [], ...limit })).rejects.toMatchObject({
      code: "killed",
    });
    const gone = runFfmpeg({ path: path.join(folder, "gone") }, { args: [], ...limit });
    await expect(gone).rejects.toMatchObject({ code: "ffmpeg_missing", kind: "needs-user" });
  });

  it.runIf(onLinux)("doesn't outlive the process that started it", async () => {
    const run = new URL("./run.ts", import.meta.url).href;
    const script = `import { runFfmpeg } from ${JSON.stringify(run)};
      await runFfmpeg({ path: ${JSON.stringify(ffmpeg.path)} }, {
        args: ${JSON.stringify([...endless, "-metadata", `title=${folder}`])}, timeLimitSeconds: 60,
        onProgress: () => process.kill(process.pid, "SIGKILL") });`;
    const parent = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
      stdio: "ignore",
    });
    expect(await once(parent, "exit")).toEqual([null, "SIGKILL"]);
    for (let tries = 0; tries < 100 && (await isRunning(folder)); tries++) await wait(50);
    expect(await isRunning(folder)).toBe(false);
  });

  it.runIf(onLinux)(
    "pauses while newer conversions run, outside of its time limit, and can be stopped",
    async () => {
      const word = `title=${randomUUID()}`;
      // Seconds; more than it needs until it is paused, even on a busy machine.
      const limit = 8;
      const stop = new AbortController();
      const start = (turnKey: string, limits: { timeLimitSeconds: number; niceness: number }) =>
        runFfmpeg(ffmpeg, {
          ...limits,
          turnKey,
          signal: stop.signal,
          args: [...endless.slice(0, -1), "-metadata", turnKey === "first" ? word : "title=other", "-"],
        });
      const running = [start("first", { timeLimitSeconds: limit, niceness: 19 })];
      for (let other = 0; other < parallelConversions; other += 1) {
        running.push(start(`other ${other}`, { timeLimitSeconds: 60, niceness: 10 }));
      }
      const ended = Promise.allSettled(running);
      await expect.poll(() => stateOf(word)).toBe("T");
      await wait(limit * 1000 + 500);
      expect(await stateOf(word)).toBe("T");
      stop.abort();
      for (const end of await ended) {
        expect(end).toMatchObject({ status: "rejected", reason: { code: "stopped" } });
      }
    },
  );

  it.runIf(onLinux)(
    "is not paused before its first progress, while `setpriv` may still start it",
    async () => {
      const word = `title=${randomUUID()}`;
      const quiet = await writeProgram(
        "quiet",
        ": > started; until [ -e go ]; do sleep 0.1; done; echo progress=; while :; do sleep 0.1; done",
      );
      const stop = new AbortController();
      onTestFinished(() => stop.abort());
      const common = { timeLimitSeconds: 60, signal: stop.signal };
      const others = Array.from({ length: parallelConversions }, (_, other) => {
        const joined = Promise.withResolvers<void>();
        const limits = { turnKey: `other ${other}`, niceness: 10, onProgress: () => joined.resolve() };
        return { joined, ended: runFfmpeg(ffmpeg, { ...common, ...limits, args: endless }) };
      });
      await Promise.all(others.map(({ joined }) => joined.promise));
      const limits = { turnKey: "quiet", niceness: 19 };
      const ended = Promise.allSettled([
        runFfmpeg({ path: quiet }, { ...common, ...limits, cwd: folder, args: [word] }),
        ...others.map((other) => other.ended),
      ]);
      const states = new Set<string | undefined>();
      await expect
        .poll(async () => {
          states.add(await stateOf(word));
          return readdir(folder);
        })
        .toContain("started");
      expect([...states]).not.toContain("T");
      await writeFile(path.join(folder, "go"), "");
      await expect.poll(() => stateOf(word)).toBe("T");
      stop.abort();
      await ended;
    },
  );

  it.runIf(onLinux)("doesn't outlive the process that has paused it", async () => {
    const run = new URL("./run.ts", import.meta.url).href;
    const word = randomUUID();
    // Not on the command line of the parent.
    const [before, after] = [word.slice(0, 20), word.slice(20)];
    const script = `import { runFfmpeg } from ${JSON.stringify(run)};
      const start = (file, word) => void runFfmpeg({ path: ${JSON.stringify(ffmpeg.path)} }, {
        args: [...${JSON.stringify(endless)}.slice(0, -1), "-metadata", "title=" + word, "-"], timeLimitSeconds: 60, turnKey: file });
      start("first", "${before}" + "${after}");
      for (let n = 0; n < ${parallelConversions}; n += 1) start("other" + n, "other");`;
    const parent = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
      stdio: "ignore",
    });
    await expect.poll(() => stateOf(word)).toBe("T");
    const ended = once(parent, "exit");
    parent.kill("SIGKILL");
    await ended;
    await expect.poll(() => isRunning(word)).toBe(false);
  });
});

/** Whether a process has `word` on its command line. */
async function isRunning(word: string): Promise<boolean> {
  return (await processWith(word)) !== null;
}

/** The priority of the process that has `word` on its command line: from -20 to 19, the last. */
async function nicenessOf(word: string): Promise<number | null> {
  const id = await processWith(word);
  try {
    return id === null ? null : getPriority(id);
  } catch {
    // It has ended since.
    return null;
  }
}

/** The state of the process that has `word` on its command line: `T` when it is paused. */
async function stateOf(word: string): Promise<string | undefined> {
  const id = await processWith(word);
  const status = id === null ? "" : await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
  return /\) (\w)/.exec(status)?.[1];
}

async function processWith(word: string): Promise<number | null> {
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const command = await readFile(`/proc/${entry}/cmdline`, "utf8").catch(() => "");
    if (command.includes(word)) return Number(entry);
  }
  return null;
}
