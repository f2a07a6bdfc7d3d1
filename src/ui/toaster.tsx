import { Toaster as Sonner } from "sonner";

/** Shows the toasts of `toast.success(…)` and `toast.error(…)` from `sonner`. Mount it once. */
export function Toaster() {
  return (
    <Sonner
      position="top-center"
      duration={4000}
      visibleToasts={3}
      closeButton
      richColors
      theme="light"
      containerAriaLabel="Messages from the application"
      offset={16}
      mobileOffset={12}
    />
  );
}
