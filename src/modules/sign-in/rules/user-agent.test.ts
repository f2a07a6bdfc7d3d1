import { describe, expect, it } from "vitest";

import { describeUserAgent } from "./user-agent.ts";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X)";
const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("a user agent", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0", "Firefox on Linux"],
    [`${windows} ${webKit} Chrome/143.0.0.0 Safari/537.36`, "Chrome on Windows"],
    [`${windows} ${webKit} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`, "Edge on Windows"],
    [`${mac} ${webKit} Chrome/143.0.0.0 Safari/537.36 OPR/124.0.0.0`, "Opera on macOS"],
    [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15`, "Safari on macOS"],
    [
      `${iPhone} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1`,
      "Safari on iPhone",
    ],
    [
      `${iPhone} AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0.0.0 Mobile/15E148 Safari/604.1`,
      "Chrome on iPhone",
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      "Samsung Internet on Android",
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/143.0.0.0 Safari/537.36`,
      "Chrome on ChromeOS",
    ],
    ["curl/8.14.1", "An unknown device"],
    ["SomeReader (Linux)", "A browser on Linux"],
    ["", "An unknown device"],
  ])("is described: %s", (userAgent, description) => {
    expect(describeUserAgent(userAgent)).toBe(description);
  });
});
