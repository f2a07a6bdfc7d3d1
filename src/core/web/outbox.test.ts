import { expect, it, onTestFinished, vi } from "vitest";

import { createOutbox, outboxEntry } from "./outbox.ts";

it("sends what was stored before the page was loaded again, without entries that it can't read", async () => {
  const sent: string[] = [];
  const entry = (id: string) => ({ id, userId: 1, sentAt: "2026-11-29T08:00:00Z", problem: null });
  const stored = new Map([["outbox", JSON.stringify([entry("first"), { id: "unknown" }, entry("second")])]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const outbox = createOutbox({
    storageKey: "outbox",
    schema: outboxEntry,
    queueKey: () => "queue",
    send: async ({ id }) => sent.push(id),
    fallback: "Not sent.",
    imagesMissing: "The images are missing.",
  });
  outbox.resume(1);
  await expect.poll(() => sent).toEqual(["first", "second"]);
  await expect.poll(() => stored.size).toBe(0);
});
