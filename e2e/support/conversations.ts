import { randomUUID } from "node:crypto";

import { expect } from "@playwright/test";
import { z } from "zod";

import type { TestUser } from "./people.ts";

const conversations = z.object({ data: z.array(z.object({ person: z.object({ id: z.number() }) })) });

/** The id of the only user with whom this one has a conversation. */
export async function findCounterpart({ context }: TestUser): Promise<number> {
  const reply = await context.request.get("/api/v1/messages/conversations");
  return conversations.parse(await reply.json()).data[0]?.person.id ?? 0;
}

/** Sends a message through the API. */
export async function sendByCall({ context }: TestUser, withId: number, text: string): Promise<void> {
  const reply = await context.request.post(`/api/v1/messages/with/${withId}`, {
    data: { id: randomUUID(), text },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}
