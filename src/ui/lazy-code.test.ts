import { beforeEach, expect, it, vi } from "vitest";

import { lazyCode } from "./lazy-code.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** An import that fails the given number of times. */
function failing(times: number) {
  let left = times;
  return vi.fn<() => Promise<string>>(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError(`Failed to fetch dynamically imported module (${left})`);
    return "code";
  });
}

it("loads once for all calls", async () => {
  const load = failing(0);
  const code = lazyCode(load);
  expect(code.state()).toEqual({ status: "unloaded", value: null });
  const calls = [code.load(), code.load()];
  expect(code.state()).toEqual({ status: "loading", value: null });
  expect(await Promise.all([...calls, code.load()])).toEqual(["code", "code", "code"]);
  expect(code.state()).toEqual({ status: "loaded", value: "code" });
  expect(load).toHaveBeenCalledTimes(1);
});

it("tries again after each pause, and says nothing of it", async () => {
  const load = failing(2);
  const code = lazyCode(load, [100, 1000]);
  const states: string[] = [];
  code.subscribe(() => states.push(code.state().status));
  const loaded = code.load();
  await vi.advanceTimersByTimeAsync(1099);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toBe("code");
  expect(states).toEqual(["loading", "loaded"]);
});

it("rejects with the last error, and starts over when it is called again", async () => {
  const load = failing(3);
  const code = lazyCode(load, [100, 1000]);
  code.subscribe(() => undefined);
  const failure = code.load().catch(String);
  await vi.advanceTimersByTimeAsync(1100);
  expect(await failure).toContain("(0)");
  expect(code.state()).toEqual({ status: "failed", value: null });
  expect(await code.load()).toBe("code");
});

it("forgets a failure when nobody shows it any more", async () => {
  const code = lazyCode(failing(1), []);
  const stops = [code.subscribe(() => undefined), code.subscribe(() => undefined)];
  await expect(code.load()).rejects.toThrow("(0)");
  stops[0]?.();
  expect(code.state().status).toBe("failed");
  stops[1]?.();
  expect(code.state().status).toBe("unloaded");
});

it("tries for longer than a server needs to restart", async () => {
  const load = failing(4);
  const loaded = lazyCode(load).load();
  await vi.advanceTimersByTimeAsync(7300);
  expect(await loaded).toBe("code");
});
