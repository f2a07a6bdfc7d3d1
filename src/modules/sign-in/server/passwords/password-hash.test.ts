import { expect, it } from "vitest";

import { hashPassword, verifyPassword } from "./password-hash.ts";

it("a login is verified before hashes that wait", async () => {
  const known = await hashPassword("low tide");
  const finished: string[] = [];
  const others = Array.from({ length: 8 }, async () => {
    await hashPassword("for a link");
    finished.push("other");
  });
  const login = verifyPassword(known, "low tide", "login").then((fits) => finished.push(`login ${fits}`));
  await Promise.all([...others, login]);
  // Those that had a core already come first.
  expect(finished.indexOf("login true")).toBeLessThan(finished.length - 4);
});

it("too many waiting hashes are refused, and the next one works", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => hashPassword("at once")));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(50);
  expect(refused[0]).toMatchObject({ reason: { code: "unavailable", status: 503 } });
  await expect(hashPassword("afterwards")).resolves.toContain("$argon2id$");
});
