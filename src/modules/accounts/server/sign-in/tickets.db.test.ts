import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import type { Run } from "#core/server/context.ts";
import { after, minute } from "#core/time.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { tickets } from "../tables.ts";
import { issueTicket, takeTicket, ticketKind } from "./tickets.ts";

let database: FreshDatabase;
let run: Run;
const start = new Date("2026-11-20T10:00:00Z");
let now = start;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, { clock: () => now });
});
afterAll(async () => database.drop());

const door = ticketKind({ purpose: "door", data: z.object({ verifier: z.string() }), lifetime: minute });
const window = ticketKind({ ...door, purpose: "window" });

/** Too long to occur in random hashes and ciphertexts by chance. */
const verifier = "kept from readers";
const issue = () => run(null, (ctx) => issueTicket(ctx, door, { verifier }));
const take = (kind: typeof door, token: string) => run(null, (ctx) => takeTicket(ctx, kind, token));

describe("a ticket", () => {
  it("is good once", async () => {
    const token = await issue();
    expect(await take(door, token)).toEqual({ verifier });
    expect(await take(door, token)).toBeNull();
  });

  it("is taken by one of many at the same time", async () => {
    const token = await issue();
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(door, token)));
    expect(taken.filter((data) => data !== null)).toHaveLength(1);
  });

  it("opens nothing else, and nothing for junk", async () => {
    const token = await issue();
    expect(await take(window, token)).toBeNull();
    expect(await take(door, "junk")).toBeNull();
    expect(await take(door, token)).not.toBeNull();
  });

  it("ends with its lifetime", async () => {
    const token = await issue();
    now = after(start, minute);
    expect(await take(door, token)).toBeNull();
    now = start;
  });

  it("stays when what it was taken for fails", async () => {
    const token = await issue();
    const failing = run(null, async (ctx) => {
      await takeTicket(ctx, door, token);
      throw new Error("The rest failed.");
    });
    await expect(failing).rejects.toThrow("The rest failed.");
    expect(await take(door, token)).not.toBeNull();
  });

  it("keeps neither its token nor its data in the clear", async () => {
    const token = await issue();
    const rows = JSON.stringify(await database.db.select().from(tickets));
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(verifier);
  });
});
