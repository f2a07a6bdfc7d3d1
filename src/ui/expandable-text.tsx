import { useState } from "react";

import { classNames } from "./class-names.ts";
import { truncateText } from "./format.ts";

interface ExpandableTextProps {
  text: string;
  /** Maximum number of characters while collapsed. */
  limit: number;
  moreLabel?: string;
  lessLabel?: string;
  /** Shows the full text elsewhere, such as in a dialog, instead of expanding. */
  onMore?: () => void;
  initiallyOpen?: boolean;
  className?: string;
}

/** A text truncated to `limit` characters with a button that expands it. Keeps line breaks and text direction. */
export function ExpandableText({
  text,
  limit,
  moreLabel = "view more",
  lessLabel = "view less",
  onMore,
  initiallyOpen = false,
  className,
}: ExpandableTextProps) {
  const [open, setOpen] = useState(initiallyOpen);
  const short = truncateText(text, limit);
  const cut = short !== text;
  return (
    <p dir="auto" className={classNames("whitespace-pre-line", className)}>
      {open ? text : short}
      {cut && (
        <button
          type="button"
          aria-expanded={onMore ? undefined : open}
          aria-haspopup={onMore ? "dialog" : undefined}
          onClick={onMore ?? (() => setOpen(!open))}
          className="link relative ms-1.5 text-sm font-medium whitespace-nowrap after:absolute after:-inset-x-2 after:-inset-y-3"
        >
          {open ? lessLabel : moreLabel}
        </button>
      )}
    </p>
  );
}
