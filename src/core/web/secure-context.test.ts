import { expect, test } from "vitest";
import { z } from "zod";

import { randomId } from "./secure-context.ts";

test("random ids are UUIDs, without the interface that needs HTTPS", () => {
  const ids = Array.from({ length: 100 }, randomId);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(100);
});
