import { splitLinks } from "../rules/links.ts";

/** A text with clickable links. */
export function MessageText({ text }: { text: string }) {
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {splitLinks(text).map(({ text: part, link }) =>
        link === undefined ? (
          part
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
