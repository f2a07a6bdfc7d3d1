import { ExternalLink } from "lucide-react";

import { buttonClass, type ButtonSize, type ButtonVariant } from "#ui/button-class.ts";

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
