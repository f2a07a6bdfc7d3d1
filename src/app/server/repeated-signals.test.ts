import { expect, it } from "vitest";

import { createSignalRule } from "./repeated-signals.ts";

it("the first signal stops, its repetition by npm is ignored, and a later one ends the process", () => {
  const respond = createSignalRule();

  expect([5000, 5001, 7900, 8001].map((now) => respond(now))).toEqual(["stop", "ignore", "ignore", "exit"]);
});
