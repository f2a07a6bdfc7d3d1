import { Link } from "react-router";

import { buttonClass, type ButtonSize, type ButtonVariant } from "#ui/button-class.ts";

interface LinkButtonProps {
  to: string;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  onClick?: (() => void) | undefined;
  label: string;
  /** Continues the label for screen readers. */
  about?: string;
}

/** A link to a page of this app that looks like a button. */
export function LinkButton({ to, variant, size, onClick, label, about }: LinkButtonProps) {
  return (
    <Link to={to} className={buttonClass(variant, size)} onClick={onClick}>
      {label}
      {about && <span className="sr-only">{about}</span>}
    </Link>
  );
}
