import { chmod, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { everyFfmpeg } from "#testing/every-ffmpeg.ts";

import { candidateVersion, isAccepted } from "./ffmpeg-check.ts";
import { findAllFfmpeg, findFfmpeg, installHint } from "./ffmpeg.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "find-ffmpeg-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program called ffmpeg, in a folder of its own, that prints what `script` says. */
async function writeProgram(name: string, script: string): Promise<string> {
  const file = path.join(await mkdtemp(path.join(folder, `${name}-`)), "ffmpeg");
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

describe.each(everyFfmpeg)("findFfmpeg, ffmpeg $version from $from", (ffmpeg) => {
  it("uses the program in FFMPEG_PATH and reports it", async () => {
    const search = await findFfmpeg({ FFMPEG_PATH: ffmpeg.path });
    expect(search).toMatchObject({ ffmpeg: { path: ffmpeg.path, from: "FFMPEG_PATH", toneMaps: true } });
    expect(search).toMatchObject({ rejected: false, explanation: expect.stringContaining("FFMPEG_PATH") });
  });

  it("never replaces the program in FFMPEG_PATH, and explains how to", async () => {
    const env = { FFMPEG_PATH: "/nowhere/ffmpeg", PATH: path.dirname(ffmpeg.path) };
    const search = await findFfmpeg(env, ffmpeg.path);
    expect(search).toMatchObject({ ffmpeg: null, rejected: true });
    expect(search.explanation).toContain("/nowhere/ffmpeg does not exist");
    expect(search.explanation).toContain("Remove FFMPEG_PATH to use the ffmpeg installed by npm.");
    expect((await findFfmpeg(env, null)).explanation).not.toContain("Remove FFMPEG_PATH");
  });

  it("prefers the program installed by npm to PATH", async () => {
    const PATH = path.dirname(ffmpeg.path);
    expect((await findFfmpeg({ PATH }, ffmpeg.path)).ffmpeg?.from).toBe("npm");
    const search = await findFfmpeg({ PATH: `/nowhere:${PATH}` }, null);
    expect(search).toMatchObject({ ffmpeg: { from: "PATH" }, rejected: false });
  });

  it("reports rejected programs", async () => {
    const old = await writeProgram("old", "echo ffmpeg version 5.1.9-0+deb12u1");
    const PATH = [old, ffmpeg.path].map((file) => path.dirname(file)).join(":");
    const search = await findFfmpeg({ PATH }, null);
    expect(search).toMatchObject({ ffmpeg: { path: ffmpeg.path, from: "PATH" }, rejected: true });
    expect(search.explanation).toContain(`${old} is version 5.1.9-0+deb12u1, older than 7.0`);
  });

  it("finds each usable program once", async () => {
    const again = path.join(await mkdtemp(path.join(folder, "again-")), "bin");
    await symlink(path.dirname(ffmpeg.path), again);
    const PATH = `${path.dirname(ffmpeg.path)}:${again}:/nowhere`;
    const all = await findAllFfmpeg({ FFMPEG_PATH: "/nowhere/ffmpeg", PATH }, null);
    expect(all).toMatchObject([{ path: ffmpeg.path, from: "PATH" }]);
  });
});

describe("findFfmpeg", () => {
  it("rejects programs that are too old, incomplete or not ffmpeg", async () => {
    const old = await writeProgram("old", "echo ffmpeg version 6.1.1-3ubuntu5");
    const bare = await writeProgram("bare", "echo ffmpeg version 7.0");
    const broken = await writeProgram("broken", "exit 3");
    const said = async (file: string) => (await findFfmpeg({ FFMPEG_PATH: file })).explanation;
    expect(await said(old)).toContain(`${old} is version 6.1.1-3ubuntu5, older than 7.0`);
    expect(await said(bare)).toContain("is version 7.0, built without libx264, aac, mjpeg");
    expect(await said(broken)).toContain("does not run");
  });

  it("explains what to do if there is no program", async () => {
    const search = await findFfmpeg({}, null);
    expect(search).toMatchObject({ ffmpeg: null, rejected: false });
    expect(search.explanation).toContain(installHint());
  });

  it("names the package manager of the system", () => {
    expect(installHint("linux")).toContain("apt install ffmpeg");
    expect(installHint("darwin")).toContain("brew install ffmpeg");
    expect(installHint("darwin")).not.toContain("apt");
    expect(installHint("win32")).toContain("FFMPEG_PATH");
  });
});

describe("isAccepted", () => {
  it.each([
    ["4.4.2-0ubuntu0.22.04.1", false],
    ["5.1.9-0+deb12u1", false],
    ["6.1.1-3ubuntu5", false],
    ["n6.1.2", false],
    ["n7.0-7-gd38bf5e08e-20240407", true],
    ["7.0.2-static", true],
    ["7.1.5-0+deb13u1", true],
    ["9.0.2-4", true],
    ["10.0", true],
    ["unknown", false],
  ])("%s: %s", (version, accepted) => {
    expect(isAccepted(version)).toBe(accepted);
  });

  it.each([
    ["N-109542-g2b7d8ba2ba", "60.  3.100", false],
    ["N-114291-g1eb4b3f1a2", "61.  3.100", true],
    ["2024-05-02-git-71669f2ad5-full_build", "61.  5.103", true],
  ])("a development build, %s with libavcodec %s: %s", (version, libavcodec, accepted) => {
    const banner = `ffmpeg version ${version} Copyright\nlibavutil      59.  8.100\nlibavcodec     ${libavcodec}\n`;
    expect(isAccepted(version, banner)).toBe(accepted);
  });
});

describe("candidateVersion", () => {
  it.each([
    ["7:7.1.5-0+deb13u1", "7.1.5-0+deb13u1"],
    ["6.1.1-3ubuntu5", "6.1.1-3ubuntu5"],
    ["(none)", null],
  ])("of apt's %s is %s", (candidate, version) => {
    const policy = `ffmpeg:\n  Installed: (none)\n  Candidate: ${candidate}\n  Version table:\n`;
    expect(candidateVersion(policy)).toBe(version);
  });
});
