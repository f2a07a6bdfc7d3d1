import { createElement, Fragment, type ReactNode } from "react";

interface CaptionTextProps {
  cues: readonly VTTCue[];
  /** BCP 47; empty where it is unknown. */
  language: string | undefined;
  /** Width divided by height of one picture. */
  aspect: number;
}

const styled = new Set(["b", "i", "u", "ruby", "rt"]);

/**
 * Draws captions at the bottom of its container, as browsers do: in 5% of the picture's shorter side, the first cue lowest.
 * No live region: captions repeat what is heard.
 */
export function CaptionText({ cues, language, aspect }: CaptionTextProps) {
  return (
    <div className="pointer-events-none absolute inset-0 [container-type:size]">
      <div
        lang={language || undefined}
        style={{ fontSize: `${5 * Math.min(1, aspect)}cqh` }}
        className="flex size-full flex-col-reverse items-center overflow-hidden text-center"
      >
        {Array.from(cues, (cue, index) => (
          <p key={index} dir="auto" className="shrink-0 leading-tight whitespace-pre-line">
            <span className="caption">{renderText(cue.getCueAsHTML())}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

/** The text of a cue. Only the tags that style text are kept: a class of the file could be one of this page's. */
function renderText(node: Node): ReactNode {
  if (node instanceof Text) return node.data;
  const tag = styled.has(node.nodeName.toLowerCase()) ? node.nodeName.toLowerCase() : Fragment;
  return createElement(tag, null, ...Array.from(node.childNodes, renderText));
}
