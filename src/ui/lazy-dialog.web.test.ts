import "#app/web/styles.css";
import { type ComponentType, createElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { AlertDialog } from "./alert-dialog.tsx";
import { lazyDialog } from "./lazy-dialog.tsx";

interface QuestionProps {
  onClose: () => void;
}

function Question({ onClose }: QuestionProps) {
  return createElement(AlertDialog, {
    open: true,
    onOpenChange: onClose,
    title: "Approve version 1?",
    confirmLabel: "Approve",
    onConfirm: onClose,
  });
}

/** A button that opens a dialog, whose code `load` imports. */
function showOpener(load: () => Promise<ComponentType<QuestionProps>>, pauses?: readonly number[]) {
  const Dialog = lazyDialog(load, pauses);
  function Opener() {
    const [open, setOpen] = useState(false);
    return [
      createElement("button", { key: "button", onClick: () => setOpen(true) }, "Open"),
      open && createElement(Dialog, { key: "dialog", onClose: () => setOpen(false) }),
    ];
  }
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  root.render(createElement(Opener));
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
}

const opener = page.getByRole("button", { name: "Open" });
const question = page.getByRole("alertdialog", { name: "Approve version 1?" });
const failure = page.getByRole("alertdialog", { name: "This part of the page couldn't be loaded" });
const lost = new TypeError("Failed to fetch dynamically imported module");

test("a dialog whose code fails to load for a moment opens by itself", async () => {
  let attempts = 0;
  showOpener(async () => {
    attempts += 1;
    if (attempts < 3) throw lost;
    return Question;
  });
  await opener.click();
  await expect.element(page.getByText("Loading...")).toBeVisible();
  await expect.element(question).toBeVisible();
  await expect.element(page.getByText("Loading...")).not.toBeInTheDocument();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("one that can't be loaded says so, and opens when it is tried again", async () => {
  let broken = true;
  showOpener(async () => {
    if (broken) throw lost;
    return Question;
  }, [50]);
  await opener.click();
  await expect.element(failure).toBeVisible();
  await expect.element(failure.getByText(/Check your connection and try again\./)).toBeVisible();
  await expect.element(failure.getByRole("button", { name: "Reload page" })).toBeVisible();

  await userEvent.keyboard("{Escape}");
  await expect.element(failure).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();

  await opener.click();
  await expect.element(failure).toBeVisible();
  broken = false;
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect.element(question).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(opener).toHaveFocus();
});

test("one that could not be loaded opens when the connection returns", async () => {
  let broken = true;
  showOpener(async () => {
    if (broken) throw lost;
    return Question;
  }, [50]);
  await opener.click();
  await expect.element(failure).toBeVisible();
  broken = false;
  window.dispatchEvent(new Event("online"));
  await expect.element(question).toBeVisible();
});
