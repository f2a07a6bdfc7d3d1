import type { ReactNode } from "react";

/** The login buttons below the password form. */
export function OtherSignInMethods({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="my-6 flex items-center gap-4 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="flex flex-col gap-3">{children}</div>
    </>
  );
}
