import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import type { Run } from "#core/server/context.ts";
import { after, minute } from "#core/time.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { signInFlows } from "../tables.ts";
import { startFlow, completeFlow, defineFlow } from "./flows.ts";

let database: FreshDatabase;
let run: Run;
const start = new Date("2026-11-20T10:00:00Z");
let now = start;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, { clock: () => now });
});
afterAll(async () => database.close());

const door = defineFlow({ purpose: "door", data: z.object({ verifier: z.string() }), lifetime: minute });
const window = defineFlow({ ...door, purpose: "window" });

/** Too long to occur in random hashes and ciphertexts by chance. */
const verifier = "kept from readers";
const issue = () => run(null, (ctx) => startFlow(ctx, door, { verifier }));
const take = (kind: typeof door, token: string) => run(null, (ctx) => completeFlow(ctx, kind, token));

describe("a flow", () => {
  it("is completed once", async () => {
    const token = await issue();
    expect(await take(door, token)).toEqual({ verifier });
    expect(await take(door, token)).toBeNull();
  });

  it("is completed by one of many concurrent requests", async () => {
    const token = await issue();
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(door, token)));
    expect(taken.filter((data) => data !== null)).toHaveLength(1);
  });

  it("is valid for its own purpose only, and not for invalid tokens", async () => {
    const token = await issue();
    expect(await take(window, token)).toBeNull();
    expect(await take(door, "junk")).toBeNull();
    expect(await take(door, token)).not.toBeNull();
  });

  it("expires after its lifetime", async () => {
    const token = await issue();
    now = after(start, minute);
    expect(await take(door, token)).toBeNull();
    now = start;
  });

  it("can be completed again if the transaction fails", async () => {
    const token = await issue();
    const failing = run(null, async (ctx) => {
      await completeFlow(ctx, door, token);
      throw new Error("The rest failed.");
    });
    await expect(failing).rejects.toThrow("The rest failed.");
    expect(await take(door, token)).not.toBeNull();
  });

  it("stores neither its token nor its data in plain text", async () => {
    const token = await issue();
    const rows = JSON.stringify(await database.db.select().from(signInFlows));
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(verifier);
  });
});
