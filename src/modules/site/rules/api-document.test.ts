import { describe, expect, it } from "vitest";

import { schemaFields, groupByModule, typeName } from "./api-document.ts";

describe("fields of a schema", () => {
  it("are listed with their paths, through lists and objects that may be null", () => {
    const id = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
    const version = {
      type: "object",
      required: ["id"],
      properties: { id, note: { type: "string", maxLength: 80 } },
    };
    const schema = {
      type: "object",
      required: ["versions"],
      properties: {
        versions: { type: "array", items: version, maxItems: 5 },
        latest: { anyOf: [version, { type: "null" }] },
      },
    };
    expect(schemaFields(schema)).toEqual([
      { path: "versions", type: "list of objects", required: true, notes: "at most 5 items" },
      { path: "versions[].id", type: "integer", required: true, notes: "at least 1" },
      { path: "versions[].note", type: "string", required: false, notes: "at most 80 characters" },
      { path: "latest", type: "object or null", required: false, notes: "" },
      { path: "latest.id", type: "integer", required: true, notes: "at least 1" },
      { path: "latest.note", type: "string", required: false, notes: "at most 80 characters" },
    ]);
  });
});

it("types are named in words", () => {
  expect(typeName({ enum: ["a", "b"] })).toBe('"a" or "b"');
  expect(typeName({ type: "string", format: "binary" })).toBe("file");
  expect(typeName({ type: "array", items: { type: "string", format: "date-time" } })).toBe(
    "list of date-times",
  );
  expect(typeName({})).toBe("any");
});

it("endpoints are grouped by module, with ids that can be linked to", () => {
  const groups = groupByModule({
    paths: {
      "/api/v1/task/{id}": { get: { tags: ["tasks"] }, patch: { tags: ["tasks"] } },
      "/api/v1/health": { get: {} },
    },
  });
  expect(groups.map(([module, entries]) => [module, entries.map(({ id }) => id)])).toEqual([
    ["server", ["get-api-v1-health"]],
    ["tasks", ["get-api-v1-task-id", "patch-api-v1-task-id"]],
  ]);
});
