import { Fragment, type ReactNode } from "react";

import { classNames } from "./class-names.ts";
import { splitLinks } from "./links.ts";

interface LinkedTextProps {
  text: string;
  /** Renders the parts between links, such as with mentions. */
  renderPlain?: (text: string) => ReactNode;
  className?: string;
}

/** A user's text with clickable links and its line breaks. */
export function LinkedText({ text, renderPlain, className }: LinkedTextProps) {
  return (
    <p dir="auto" className={classNames("break-words whitespace-pre-wrap", className)}>
      {splitLinks(text).map(({ text: part, link }, index) =>
        link === undefined ? (
          // oxlint-disable-next-line react/no-array-index-key -- Parts have no other identity.
          <Fragment key={index}>{renderPlain ? renderPlain(part) : part}</Fragment>
        ) : (
          <a
            key={link.at}
            href={link.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="break-all underline underline-offset-2"
          >
            {part}
          </a>
        ),
      )}
    </p>
  );
}
