import { Toaster as Sonner } from "sonner";

/** Mount once at the root. Anything may then call `toast.success(…)`, `toast.error(…)` from `sonner`. */
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
