import type { Page } from "@playwright/test";

import { apiBase } from "#core/endpoint-address.ts";
import { previewPath } from "#core/paths.ts";

/** Creates a review link for guests who may comment, on a page whose user decides on the task. Returns its path. */
export async function shareForReview(page: Page, taskId: number): Promise<string> {
  await page.goto(previewPath(taskId));
  await page.getByRole("button", { name: "Share for review" }).click();
  const dialog = page.getByRole("dialog", { name: "Share for review" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await dialog.getByRole("button", { name: "Copy link" }).waitFor();
  const listed = await page.request.get(`${apiBase}/task/guest-links/${taskId}`);
  const { data }: { data: { path: string }[] } = JSON.parse(await listed.text());
  return data[0]?.path ?? "";
}
