import type { Page } from "@playwright/test";

/** Approves the version on the open preview, which leads to the details of the video. */
export async function approveVersion(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
}
