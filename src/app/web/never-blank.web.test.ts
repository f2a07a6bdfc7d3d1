import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { authorizeUploadPath, signUpPath } from "#core/paths.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { answerSession, startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

/** Records whether a frame shows no content besides the navigation. */
function watchBlankFrames() {
  let frames = 0;
  let blank = 0;
  let request = 0;
  const look = () => {
    const content = [...document.querySelectorAll("main *")].some((element) => element.clientHeight > 20);
    frames += 1;
    if (!content) blank += 1;
    request = requestAnimationFrame(look);
  };
  const observer = new MutationObserver(() => {
    const main = document.querySelector("main");
    if (main?.childElementCount === 0) blank += 1;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  const stop = () => {
    cancelAnimationFrame(request);
    observer.disconnect();
  };
  onTestFinished(stop);
  return () => ({ frames: frames > 0, blank });
}

test("the form stays in view after the sign-up until the profile is there", async () => {
  const { api, open } = await startScreen(null);
  api.refuseOthers(commonError("not_found"));
  await open(`${signUpPath}?mode=signup`);
  await expect.element(page.getByRole("heading", { name: "Sign Up", level: 1 })).toBeVisible();
  api.on(passwordEndpoints.signup, () => {
    answerSession(api, meera);
    api.on(profilesEndpoints.profile, () => meera);
    return { ...meera, socketToken: "token" };
  });
  await page.getByLabelText("Email").fill(meera.email);
  await page.getByLabelText("Password", { exact: true }).fill("herons at low tide 12");
  document.querySelector<HTMLInputElement>("input[type=radio]")?.click();
  const frames = watchBlankFrames();
  await page.getByLabelText("Email").click();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  expect(frames()).toEqual({ frames: true, blank: 0 });
});

test("the return from a consent screen shows the frame of the page before the session is known", async () => {
  const { api, open } = await startScreen(meera);
  api.refuseOthers(commonError("not_found"));
  api.on(sessionEndpoints.checkAuth, () => new Promise<never>(() => undefined));
  await open(`${authorizeUploadPath}?code=4`);
  await expect.element(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect.poll(() => document.querySelectorAll("main .animate-breathe").length).toBeGreaterThan(2);
});
