import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { logInPath, profilePath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { answerSession, startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

test("after a login, the focus is on the content of the page", async () => {
  const { api, open } = await startScreen(null);
  await open(logInPath);
  await page.getByLabelText("Email").fill("meera@example.com");
  await page.getByLabelText("Password", { exact: true }).fill("a long password");
  answerSession(api, meera);
  api.on(passwordEndpoints.login, () => ({ ...meera, socketToken: "token" }));
  api.on(profilesEndpoints.profile, () => meera);
  api.on(profilesEndpoints.reviews, () => []);
  api.on(profilesEndpoints.publishedVideos, () => []);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => location.pathname).toBe(profilePath(meera));
  await expect.element(page.getByRole("heading", { name: "meera" }).first()).toBeVisible();
  await expect.poll(() => document.activeElement?.id).toBe("content");
});
