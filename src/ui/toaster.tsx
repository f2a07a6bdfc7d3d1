import { Toaster as Sonner } from "sonner";

import { useToastOffset, visibleToasts } from "./toast-offset.ts";

/** Shows the toasts of `toast.success(…)` and `toast.error(…)` from `sonner`. Mount it once. */
export function Toaster() {
  const offset = useToastOffset(16);
  return (
    <Sonner
      position="top-center"
      duration={4000}
      visibleToasts={visibleToasts}
      closeButton
      richColors
      theme="light"
      containerAriaLabel="Messages from the application"
      offset={offset}
      mobileOffset={{ top: offset, left: 12, right: 12 }}
    />
  );
}
