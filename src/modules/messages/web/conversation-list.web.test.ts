import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { messagesPath } from "#core/paths.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

import { messagesEndpoints } from "../contract/messages.ts";

test("without conversations, the screen says how one starts and asks for no choice", async () => {
  const { api, open } = await startScreen(meera);
  api.on(messagesEndpoints.conversations, () => []);
  await open(messagesPath("YOUTUBER"));
  await expect.element(page.getByText("No conversations yet")).toBeVisible();
  await expect.element(page.getByText("Choose a conversation")).not.toBeInTheDocument();
});
