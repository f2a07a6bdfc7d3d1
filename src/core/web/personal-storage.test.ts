import { expect, it, vi } from "vitest";

import { clearPersonalStorage, personalKey } from "./personal-storage.ts";

it("removes what is stored under registered keys only", () => {
  const stored = new Map([
    ["drafts", "A text"],
    ["theme", "dark"],
  ]);
  vi.stubGlobal("localStorage", { removeItem: (key: string) => stored.delete(key) });
  expect(personalKey("drafts")).toBe("drafts");
  clearPersonalStorage();
  vi.unstubAllGlobals();
  expect([...stored.keys()]).toEqual(["theme"]);
});
