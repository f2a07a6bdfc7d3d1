import type { ComponentProps, MouseEvent } from "react";

import { buttonClass, type ButtonSize, type ButtonVariant } from "./button-class.ts";
import { Spinner } from "./spinner.tsx";

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While set, the button keeps its focus but does nothing, and shows this text beside a spinner ("Saving..."). */
  busy?: string | false | undefined;
}

export function Button({
  variant = "outline",
  size = "medium",
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isBusy = typeof busy === "string";
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy ? { "aria-disabled": true, "aria-busy": true } : {})}
      className={buttonClass(variant, size, className)}
      onClick={click}
    >
      {isBusy ? (
        <>
          <Spinner />
          {busy}
        </>
      ) : (
        children
      )}
    </button>
  );
}
