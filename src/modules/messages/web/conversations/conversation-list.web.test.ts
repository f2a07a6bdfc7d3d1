import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { messagesPath } from "#core/paths.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

test("without conversations, the screen says how one starts and asks for no choice", async () => {
  const { api, open } = await startScreen(meera);
  api.on(messagesEndpoints.conversations, () => []);
  await open(messagesPath("YOUTUBER"));
  await expect.element(page.getByText("No conversations yet")).toBeVisible();
  await expect.element(page.getByText("Choose a conversation")).not.toBeInTheDocument();
});

test("a search for a short text says that only the newest messages are searched", async () => {
  const { api, open } = await startScreen(meera);
  api.on(messagesEndpoints.conversations, () => []);
  api.on(messagesEndpoints.search, () => []);
  await open(messagesPath("YOUTUBER"));
  const note = page.getByText(/^Only the newest 1,000 messages of each conversation are searched\./);
  const field = page.getByRole("searchbox", { name: "Search messages" });
  await field.fill("Goa");
  await expect.element(page.getByText("No matching messages")).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await field.fill("Go");
  await expect.element(note).toBeVisible();
});
