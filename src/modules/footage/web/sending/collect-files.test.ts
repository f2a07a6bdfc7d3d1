import { expect, it } from "vitest";

import { allEntries } from "./collect-files.ts";

it("reads large folders in parts until the last one is empty", async () => {
  const parts = [["a", "b"], ["c"], []].map((names) =>
    names.map((name) => ({ name }) as unknown as FileSystemEntry),
  );
  const folder = {
    createReader: () => ({
      readEntries: (resolve: (entries: FileSystemEntry[]) => void) => resolve(parts.shift() ?? []),
    }),
  };
  expect((await allEntries(folder)).map(({ name }) => name)).toEqual(["a", "b", "c"]);
});
