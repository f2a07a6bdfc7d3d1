import { expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";

import { changedValues, formDrafts } from "./form-drafts.ts";

const changes = z.object({ title: z.string(), tags: z.array(z.string()) }).partial();

/** A local storage with these entries. */
function useStorage(entries: Record<string, string>) {
  const stored = new Map(Object.entries(entries));
  const setItem = vi.fn((key: string, value: string) => void stored.set(key, value));
  const removeItem = (key: string) => void stored.delete(key);
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem, removeItem });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { stored, setItem };
}

it("drafts are kept by form, and deleted when nothing is changed any more", () => {
  const { stored } = useStorage({});
  const drafts = formDrafts("drafts", changes);
  expect(drafts.read("1/12")).toBeNull();
  drafts.write("1/12", { title: "Salt" });
  drafts.write("1/13", { tags: ["road"] });
  expect(drafts.read("1/12")).toEqual({ title: "Salt" });
  drafts.write("1/12", {});
  expect([drafts.read("1/12"), drafts.read("1/13")]).toEqual([null, { tags: ["road"] }]);
  drafts.write("1/13", {});
  expect(stored.size).toBe(0);
});

it.each(["no json", '{"1/12":{"title":7}}'])("%s is read as no drafts", (text) => {
  useStorage({ drafts: text });
  expect(formDrafts("drafts", changes).read("1/12")).toBeNull();
});

it("typing goes on where the storage is full or blocked", () => {
  const { setItem } = useStorage({});
  setItem.mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  expect(() => formDrafts("drafts", changes).write("1/12", { title: "Salt" })).not.toThrow();
});

it("changes are the values that differ from the saved ones, also lists", () => {
  const saved = { title: "Salt", tags: ["road"], kids: false };
  expect(changedValues(saved, { ...saved, tags: ["road"] })).toEqual({});
  expect(changedValues(saved, { ...saved, tags: [], kids: true })).toEqual({ tags: [], kids: true });
});
