import { afterAll, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  const textContent = JSON.stringify({ "/user": "the user", "/preview": "the preview" });
  vi.stubGlobal("document", { getElementById: () => ({ textContent }) });
});
afterAll(() => vi.unstubAllGlobals());

it.each(["a message", "a connection"])(
  "responses of the page are used once, until %s reports that something may have changed since",
  async (report) => {
    const { takeFirstResponse } = await import("./first-responses.ts");
    const { deliverOnce, reportMissed } = await import("./realtime-listeners.ts");
    expect(takeFirstResponse("/user")).toBe("the user");
    expect(takeFirstResponse("/user")).toBeUndefined();
    if (report === "a message") deliverOnce({ name: "task_changed", payload: {} });
    else reportMissed();
    expect(takeFirstResponse("/preview")).toBeUndefined();
  },
);
