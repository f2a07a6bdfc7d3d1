import type { CSSProperties } from "react";
import { Toaster as Sonner, type ToasterProps } from "sonner";

import { useOpenDialogs } from "./open-dialogs.ts";
import { useMediaQuery } from "./use-media-query.ts";

/** Above what stays at the lower edge: the navigation, buttons of steps, and the player's controls. */
const bottom = "calc(9rem + env(safe-area-inset-bottom) + var(--upload-bar))";
/** On phones, where a toast covers as little of the page as possible, right above the navigation. */
const phoneBottom =
  "calc(4.25rem + env(safe-area-inset-bottom) + var(--upload-bar) + var(--page-foot, 0rem))";

const onPage: ToasterProps = {
  position: "bottom-right",
  // More would reach the buttons of a form on a low screen.
  visibleToasts: 2,
  offset: { bottom, right: 16 },
  mobileOffset: { bottom: phoneBottom, left: 12, right: 12 },
  toastOptions: { classNames: { description: "max-sm:line-clamp-1" } },
};

/** Without actions, which would change the page under the dialog and lose what was typed into it. */
const besideDialog: ToasterProps = {
  visibleToasts: 1,
  toastOptions: { classNames: { actionButton: "hidden!", description: "line-clamp-2" } },
};

/** In the space that sheets leave above them. */
const aboveSheet: ToasterProps = {
  ...besideDialog,
  position: "top-center",
  offset: { top: 6 },
  mobileOffset: { top: 6, left: 12, right: 12 },
  style: width("36rem"),
};

/** In the corner that dialogs in the middle and sheets on the right leave free. */
const besidePanel: ToasterProps = {
  ...besideDialog,
  position: "bottom-left",
  offset: { bottom: "calc(0.75rem + var(--upload-bar))", left: 12 },
  style: width("15.5rem"),
};

function width(value: string) {
  return { "--width": value } as CSSProperties;
}

/** Shows the toasts of `toast.success(…)` and `toast.error(…)` from `sonner`. Mount it once. */
export function Toaster() {
  const isWide = useMediaQuery("(min-width: 1100px)");
  const hasDialog = useOpenDialogs((count) => count > 0);
  return (
    <Sonner
      duration={4000}
      closeButton
      richColors
      theme="light"
      containerAriaLabel="Messages from the application"
      {...(hasDialog ? (isWide ? besidePanel : aboveSheet) : onPage)}
    />
  );
}
