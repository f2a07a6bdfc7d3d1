import { Toaster as Sonner } from "sonner";

/** Above what stays at the lower edge: the navigation of phones, buttons of dialogs and steps, and the player's controls. */
const bottom = "calc(9rem + env(safe-area-inset-bottom) + var(--upload-bar))";

/** Shows the toasts of `toast.success(…)` and `toast.error(…)` from `sonner`. Mount it once. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      duration={4000}
      // More would reach the buttons of a form on a low screen.
      visibleToasts={2}
      closeButton
      richColors
      theme="light"
      containerAriaLabel="Messages from the application"
      offset={{ bottom, right: 16 }}
      mobileOffset={{ bottom, left: 12, right: 12 }}
    />
  );
}
