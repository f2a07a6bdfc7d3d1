import { expect, type Page } from "@playwright/test";

import { interruptionMessage } from "#modules/publishing/rules/interruptions.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";

/** A failure of a delivery: its code, which the message belongs to, and what the sandbox does. */
export interface Failure {
  code: string;
  rules: object[];
  /** The buttons, the first of which is the most promising next step. */
  actions: string[];
}

/** The name of the sandbox in messages. */
export const youtube = "YouTube (sandbox)";

/** The problem of the delivery on the Check Progress screen. */
export const problem = (page: Page) => page.getByRole("main").getByRole("alert");

/** Actions that open a page. */
const linkNames = /^(Edit details|Choose another|Change visibility|Reconnect|Verify|Contact the operator)/;

/** Expects the message of a problem and its buttons, of which the first is the only primary one. */
export async function expectFailure(
  page: Page,
  { code, actions }: Pick<Failure, "code" | "actions">,
  platform: string = youtube,
): Promise<void> {
  await expect(problem(page)).toContainText(problemMessage(code, platform));
  const buttons = problem(page)
    .getByRole("button")
    .or(problem(page).getByRole("link", { name: linkNames }));
  await expect(buttons).toHaveText(actions);
  const primary = problem(page).locator(".bg-ink");
  await expect(primary).toHaveText(actions.slice(0, 1));
}

/** Expects what made an attempt fail, while the next one is awaited. */
export async function expectInterruption(
  page: Page,
  code: string,
  platform: string = youtube,
): Promise<void> {
  await expect(page.getByRole("main").getByText(interruptionMessage(code, platform))).toBeVisible();
}
