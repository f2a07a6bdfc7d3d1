import { expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { AppError } from "../error.ts";
import { anyone } from "../permission.ts";
import { call } from "./client.ts";

const readName = endpoint({
  method: "POST",
  path: "/name",
  summary: "The name",
  permission: anyone,
  response: z.object({ name: z.string() }),
  message: "The name",
});

/** The error of a call whose response has this data. */
async function errorOf(data: unknown, fallback?: string): Promise<unknown> {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ data, message: "The name" })));
  onTestFinished(() => void vi.unstubAllGlobals());
  return call(readName, {}, fallback === undefined ? {} : { fallback }).catch((error: unknown) => error);
}

it.each([{}, null, { name: 7 }])(
  "a response that can't be read has a message for users: %j",
  async (data) => {
    const error = await errorOf(data);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ message: "Reelay was updated. Reload the page." });
    expect(await errorOf(data, "Failed to load the name")).toMatchObject({
      message: "Failed to load the name",
      detail: "Reelay was updated. Reload the page.",
    });
  },
);

it("fields that the browser refuses have messages in plain words", () => {
  const { error } = z.string().max(2).safeParse("abc");
  expect(error?.issues[0]?.message).toBe("Use at most 2 characters.");
});
