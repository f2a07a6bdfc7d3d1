import { ExternalLink } from "lucide-react";
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

interface NewTabLinkProps {
  href: string;
  /** The look of a button; that of a link in a text if omitted. */
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  label: string;
  /** Continues the label for screen readers. */
  about?: string;
}

/** A link to another site. */
export function NewTabLink({ href, variant, size, label, about = "" }: NewTabLinkProps) {
  const look = variant ? buttonClass(variant, size) : "link inline-flex items-center gap-1";
  return (
    <a href={href} target="_blank" rel="noreferrer" className={look}>
      {label}
      <ExternalLink aria-hidden className={variant && size !== "small" ? "size-4" : "size-3.5"} />
      <span className="sr-only">{about} (opens in a new tab)</span>
    </a>
  );
}
