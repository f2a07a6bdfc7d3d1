import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { runSideBySide } from "./side-by-side.ts";

async function run(commands: Record<string, string>, folder = tmpdir()) {
  const printed: string[] = [];
  const passed = await runSideBySide(new Map(Object.entries(commands)), folder, (text) => {
    printed.push(text.replace(/\d+\.\d s/, "N s"));
  });
  return { passed, printed };
}

it("passes if all commands pass, and leaves out their output", async () => {
  expect(await run({ first: "echo fine" })).toEqual({ passed: true, printed: ["✓ first (N s)"] });
  expect((await run({ first: "true", second: "true" })).passed).toBe(true);
});

it("fails if one command fails, and prints its output in one piece", async () => {
  const { passed, printed } = await run({
    broken: "echo first; sleep 0.2; echo second >&2; echo third; exit 3",
    other: "echo noise; sleep 0.1; echo noise",
    missing: "no-such-command-anywhere",
  });

  expect(passed).toBe(false);
  expect(printed).toContain("\n✗ broken (N s)\nfirst\nsecond\nthird\n");
  expect(printed).toContain("✓ other (N s)");
  expect(printed.find((text) => text.includes("✗ missing"))).toContain("not found");
});

it("runs the commands at the same time", async () => {
  const folder = await mkdtemp(join(tmpdir(), "side-by-side-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // Each waits for the other's file, and ends after a timeout, so that nothing keeps running after a failure.
  const meet = (own: string, other: string) =>
    `touch ${own}; for attempt in $(seq 200); do test -e ${other} && exit 0; sleep 0.05; done; exit 1`;

  expect((await run({ left: meet("l", "r"), right: meet("r", "l") }, folder)).passed).toBe(true);
});
