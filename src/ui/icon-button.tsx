import type { ComponentProps, ReactNode } from "react";

import { buttonClass, type ButtonSize, type ButtonVariant } from "./button-class.ts";
import { classNames } from "./class-names.ts";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  /** What the button does, for those who do not see the icon; also its tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

const squares: Record<ButtonSize, string> = { small: "w-8", medium: "w-10", large: "w-12" };

export function IconButton({
  label,
  icon,
  variant = "quiet",
  size = "medium",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={buttonClass(
        variant,
        size,
        classNames("px-0! pointer-coarse:min-w-11", squares[size], className),
      )}
    >
      {icon}
    </button>
  );
}
