import "#app/web/styles.css";
import { createElement, lazy, type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { DialogBoundary } from "./dialog-boundary.tsx";
import { LoadBoundary } from "./load-boundary.tsx";

/** A part of a page whose code can't be loaded. */
const Lost = lazy(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));

function show(content: ReactNode, onUncaughtError?: (error: unknown) => void) {
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container, onUncaughtError && { onUncaughtError });
  root.render(content);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
}

test("a part that can't be loaded says so, and the rest of the page stays", async () => {
  show([
    createElement("p", { key: "rest" }, "The rest"),
    createElement(LoadBoundary, { key: "part" }, createElement(Lost)),
  ]);
  await expect.element(page.getByText("This part of the page couldn't be loaded")).toBeVisible();
  await expect.element(page.getByText("Check your connection and reload the page.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Reload page" })).toBeVisible();
  await expect.element(page.getByText("The rest")).toBeVisible();
});

test("an error of a part that is loaded is left to the page", async () => {
  const errors: unknown[] = [];
  const failure = new TypeError("undefined is not an object");
  const Broken = () => {
    throw failure;
  };
  show(createElement(LoadBoundary, null, createElement(Broken)), (error) => errors.push(error));
  await expect.poll(() => errors).toEqual([failure]);
});

test("a dialog that can't be loaded says so in a dialog, and returns the focus when it is closed", async () => {
  function Opener() {
    const [open, setOpen] = useState(false);
    return [
      createElement("button", { key: "button", onClick: () => setOpen(true) }, "Open"),
      open &&
        createElement(DialogBoundary, { key: "dialog", onClose: () => setOpen(false) }, createElement(Lost)),
    ];
  }
  show(createElement(Opener));
  const opener = page.getByRole("button", { name: "Open" });
  await opener.click();
  const failure = page.getByRole("alertdialog", { name: "This part of the page couldn't be loaded" });
  await expect.element(failure.getByRole("button", { name: "Reload page" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(failure).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
