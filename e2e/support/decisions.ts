import { expect, type Page } from "@playwright/test";

/** Approves the version on the open preview, which leads to the details of the video. With open comments, the approval asks first. */
export async function approveVersion(page: Page, { asks = false } = {}): Promise<void> {
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  if (asks) await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
}

/** Approves a version with complete details on the open preview, and publishes it on the connected channel. */
export async function approveAndPublish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Approve and publish" }).click();
  await expect(page.getByRole("heading", { name: "Publish on YouTube" })).toBeVisible();
  await page.getByRole("button", { name: "Start upload" }).click();
  await expect(page).toHaveURL(/check-progress/);
}
