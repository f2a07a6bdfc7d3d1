import { expect, it } from "vitest";

import type { SourceHash } from "./source.ts";
import { createUploadStates, type UploadState } from "./states.ts";

const noHash: SourceHash = { add: () => undefined, catchUp: async () => undefined, digest: () => "" };
const stateAt = (confirmed: number) => (): UploadState => ({ hash: noHash, chunk: 1, confirmed });

it("an upload keeps its state from one attempt to the next, until it is forgotten", () => {
  const states = createUploadStates();
  const first = states.of("a", stateAt(1));
  expect(states.of("a", stateAt(2))).toBe(first);
  states.forget("a");
  expect(states.of("a", stateAt(3)).confirmed).toBe(3);
});

it("the uploads whose last attempt was the longest ago are forgotten first", () => {
  const states = createUploadStates(2);
  states.of("a", stateAt(1));
  states.of("b", stateAt(1));
  states.of("a", stateAt(2));
  states.of("c", stateAt(1));
  expect(states.of("a", stateAt(3)).confirmed).toBe(1);
  expect(states.of("b", stateAt(3)).confirmed).toBe(3);
});
