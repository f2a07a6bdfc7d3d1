import { useState } from "react";

import { classNames } from "./class-names.ts";
import { truncateText } from "./format.ts";

interface ExpandableTextProps {
  text: string;
  /** Characters shown before the control. */
  limit: number;
  moreLabel?: string;
  lessLabel?: string;
  /** Opens the whole text elsewhere (a dialog) instead of here. */
  onMore?: () => void;
  className?: string;
}

/** A text cut to `limit` characters with a control that shows the rest. Line breaks and the direction of its script are kept. */
export function ExpandableText({
  text,
  limit,
  moreLabel = "view more",
  lessLabel = "view less",
  onMore,
  className,
}: ExpandableTextProps) {
  const [open, setOpen] = useState(false);
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
