import { expect, it } from "vitest";
import { z } from "zod";

import { startApp } from "#testing/start-app.ts";

it("responses have no rules for written texts, which stored ones may precede", async () => {
  const app = await startApp();
  const withRules = app.endpoints.filter(({ endpoint }) => hasRules(endpoint.response));
  await app.stop();
  expect(withRules.map(({ name }) => name)).toEqual([]);
});

/** Whether a schema or a part of it changes values (`overwrite`, `trim`) or refuses them by a function (`refine`). */
function hasRules(schema: z.ZodType): boolean {
  const checks: string[] = [];
  z.toJSONSchema(schema, {
    unrepresentable: "any",
    override: ({ zodSchema: { _zod: part } }) =>
      void checks.push(...(part.def.checks ?? []).map(({ _zod: rule }) => rule.def.check)),
  });
  return checks.some((check) => check === "overwrite" || check === "custom");
}
