import type { Browser } from "@playwright/test";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { logInPath } from "#core/paths.ts";
import { overHttp } from "#testing/client.ts";

import { installReelay, type Reelay } from "../../e2e/support/reelay.ts";
import { fillStudio } from "../seed/fill.ts";
import { moveStudioIntoPast } from "../seed/move-into-past.ts";
import { startRenderer } from "../seed/renderer.ts";
import { password } from "../seed/studio.ts";

/** A running Reelay with the sample studio, and a browser, which closing the studio leaves open. */
export interface Studio {
  reelay: Reelay;
  browser: Browser;
  /** Path of the program. */
  ffmpeg: string;
  close: () => Promise<void>;
}

export async function openStudio(browser: Browser): Promise<Studio> {
  const { ffmpeg, explanation } = await findFfmpeg(process.env);
  if (!ffmpeg) throw new Error(explanation);
  const reelay = await installReelay();
  try {
    const transport = overHttp(reelay.url);
    const renderer = startRenderer(ffmpeg.path);
    const past = await fillStudio({ transport, renderer, sandboxUrl: null, say: () => undefined });
    await moveStudioIntoPast({ databaseUrl: null, dataFolder: reelay.dataFolder }, past);
    return { reelay, browser, ffmpeg: ffmpeg.path, close: reelay.remove };
  } catch (error) {
    await reelay.remove();
    throw error;
  }
}

/** Logs in; returns the cookies and stored data of the browser. */
export async function signIn({ browser, reelay }: Studio, email: string) {
  const context = await browser.newContext({ baseURL: reelay.url });
  const page = await context.newPage();
  await page.goto(logInPath);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/profile/);
  const state = await context.storageState();
  await context.close();
  return state;
}
