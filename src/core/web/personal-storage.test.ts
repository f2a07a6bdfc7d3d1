import { expect, it, vi } from "vitest";

import { clearPersonalStorage, onUserLeft, personalKey } from "./personal-storage.ts";

it("removes what is stored under registered keys only, and ends what runs for the user", () => {
  const stored = new Map([
    ["drafts", "A text"],
    ["theme", "dark"],
  ]);
  vi.stubGlobal("localStorage", { removeItem: (key: string) => stored.delete(key) });
  expect(personalKey("drafts")).toBe("drafts");
  const left = vi.fn<() => void>();
  onUserLeft(left);
  clearPersonalStorage();
  vi.unstubAllGlobals();
  expect(left).toHaveBeenCalledOnce();
  expect([...stored.keys()]).toEqual(["theme"]);
});
