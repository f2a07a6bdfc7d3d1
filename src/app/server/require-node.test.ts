import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

const check = join(import.meta.dirname, "require-node.js");

/** Runs a program behind the check, on a Node.js that claims another version and platform. */
function run(version: string, platform: string, architecture: string) {
  const claim = [
    `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`,
    `Object.defineProperty(process, "platform", { value: "${platform}" });`,
    `Object.defineProperty(process, "arch", { value: "${architecture}" });`,
  ].join("\n");
  const program = 'process.stdout.write("the program runs")';
  const options = ["--import", `data:text/javascript,${encodeURIComponent(claim)}`, "--import", check];
  return spawnSync(process.execPath, [...options, "--eval", program], { encoding: "utf8" });
}

describe("the check of Node.js", () => {
  it("lets programs run on version 24 and newer", () => {
    for (const version of ["24.0.0", "26.10.0"]) {
      const { status, stdout, stderr } = run(version, "linux", "x64");
      expect([status, stdout, stderr]).toEqual([0, "the program runs", ""]);
    }
  });

  for (const [platform, architecture, remedy] of [
    ["linux", "x64", "npm install --include=optional"],
    ["linux", "arm64", "npm install --include=optional"],
    ["linux", "riscv64", "Install it from your distribution"],
    ["darwin", "arm64", "brew install node@24"],
    ["darwin", "x64", "brew install node@24"],
    ["win32", "x64", "Windows Subsystem for Linux"],
  ] as const) {
    it(`names the remedy on ${platform} ${architecture}`, () => {
      const { status, stdout, stderr } = run("20.20.2", platform, architecture);

      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain("Reelay needs Node.js 24 or newer; this is 20.20.2.");
      expect(stderr).toContain(remedy);
    });
  }
});

describe("the check of the folder", () => {
  async function runIn(name: string) {
    const parent = await mkdtemp(join(tmpdir(), "reelay-folder-"));
    const cwd = join(parent, name, "src/app/server");
    await mkdir(cwd, { recursive: true });
    await copyFile(check, join(cwd, "require-node.js"));
    const options = ["--import", "./require-node.js", "--eval", ""];
    const { status, stderr } = spawnSync(process.execPath, options, { encoding: "utf8", cwd });
    await rm(parent, { recursive: true });
    return [status, stderr];
  }

  it.each(["#", "?", "*"])("names %s in the path and the remedy", async (character) => {
    const remedy = `don't support "${character}" in the path. Rename the folder`;
    expect(await runIn(`a${character}b`)).toEqual([1, expect.stringContaining(remedy)]);
  });

  it("accepts spaces, quotes, brackets, percent signs and other letters", async () => {
    expect(await runIn(`é l%20'"[x]`)).toEqual([0, ""]);
  });
});
