import { expect, type Locator, type Page } from "@playwright/test";

/** Presses a control with Enter, once Tab or Shift+Tab has reached it. */
export async function press(page: Page, control: Locator, key = "Tab"): Promise<void> {
  await reach(page, control, key);
  await page.keyboard.press("Enter");
}

/** Presses Tab or Shift+Tab until the control has the focus; the focus must be visible at every step. */
export async function reach(page: Page, control: Locator, key = "Tab"): Promise<void> {
  await expect(control).toBeVisible();
  for (let stops = 0; stops < 80; stops += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    expect(await invisibleFocus(page)).toBeNull();
  }
  throw new Error(`${control.toString()} can't be reached with Tab.`);
}

/** HTML of the focused element when its focus is not visible; otherwise null. */
async function invisibleFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    // The calendar button of a date input has the browser's own focus ring.
    if (!focused || focused === document.body || focused.matches("input[type='date']")) return null;
    const elements = [
      focused,
      focused.parentElement,
      focused.nextElementSibling,
      // The box of a text field and its buttons.
      focused.closest(".ring-around-text"),
    ];
    const rings = elements.map((element) => element && getComputedStyle(element));
    const isVisible = rings.some(
      (style) => style && style.outlineStyle !== "none" && style.outlineWidth !== "0px",
    );
    return isVisible ? null : focused.outerHTML.slice(0, 120);
  });
}
