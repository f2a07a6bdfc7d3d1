import { Eraser, Redo2, Undo2 } from "lucide-react";
import { useStore } from "zustand";

import { drawingColorCodes, type Shape } from "#modules/feedback/rules/drawing-paths.ts";
import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";

import {
  draw,
  type DraftStore,
  redo,
  type StrokeWidth,
  strokeWidths,
  type Tool,
  tools,
  undo,
} from "../composer/draft-store.ts";
import { chooseTool } from "../composer/pause-on-frame.ts";
import { useReviewSession } from "../public/review-session.tsx";

const toolLabels: Record<Tool, string> = { pen: "Pen", arrow: "Arrow", box: "Box", text: "Text" };

interface ToolButtonsProps {
  draft: DraftStore;
  disabled?: boolean;
}

/** Starts and ends drawing on the picture. */
export function ToolButtons({ draft, disabled = false }: ToolButtonsProps) {
  const session = useReviewSession();
  const tool = useStore(draft, (state) => state.tool);
  return (
    <fieldset
      aria-label="Draw on the picture"
      disabled={disabled}
      className="-ml-1.5 flex disabled:opacity-50"
    >
      {tools.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === tool}
          // Clicks of the keyboard have no detail.
          onClick={({ detail }) =>
            chooseTool(session, draft, { tool: one === tool ? null : one, byKeyboard: detail === 0 })
          }
          className={classNames(
            "min-h-8 rounded-sm px-1.5 text-sm enabled-hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:px-2 @max-[18rem]:px-1.5!",
            one === tool ? "bg-raised font-semibold text-ink" : "text-soft",
          )}
        >
          {toolLabels[one]}
        </button>
      ))}
    </fieldset>
  );
}

const colors = Object.keys(drawingColorCodes) as Shape["color"][];
const dotSizes: Record<StrokeWidth, string> = { thin: "size-1", medium: "size-2", thick: "size-3" };

/** Colours, line widths, undo and redo. */
export function DrawingTools({ draft }: { draft: DraftStore }) {
  const { color, width, past, future, shapes } = useStore(draft);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-y-1 border-t pt-2">
      <fieldset aria-label="Colour" className="-ml-1 flex">
        {colors.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={one}
            title={one}
            aria-pressed={one === color}
            onClick={() => draft.setState({ color: one })}
            className="flex h-8 w-7 items-center justify-center rounded-sm pointer-coarse:size-11"
          >
            <span
              className={classNames(
                "size-4 rounded-full border border-edge",
                one === color && "outline-2 outline-offset-2 outline-ink",
              )}
              style={{ backgroundColor: drawingColorCodes[one] }}
            />
          </button>
        ))}
      </fieldset>
      <fieldset aria-label="Line width" className="flex">
        {strokeWidths.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={one}
            title={one}
            aria-pressed={one === width}
            onClick={() => draft.setState({ width: one })}
            className="flex size-8 items-center justify-center rounded-sm enabled-hover:bg-raised aria-pressed:bg-raised pointer-coarse:size-11"
          >
            <span
              className={classNames("rounded-full", dotSizes[one], one === width ? "bg-ink" : "bg-edge")}
            />
          </button>
        ))}
      </fieldset>
      <div className="ml-auto flex">
        <IconButton
          size="small"
          label="Undo"
          disabled={past.length === 0}
          icon={<Undo2 aria-hidden className="size-4" strokeWidth={1.75} />}
          onClick={() => undo(draft)}
        />
        <IconButton
          size="small"
          label="Redo"
          disabled={future.length === 0}
          icon={<Redo2 aria-hidden className="size-4" strokeWidth={1.75} />}
          onClick={() => redo(draft)}
        />
        <IconButton
          size="small"
          label="Clear the drawing"
          disabled={shapes.length === 0}
          icon={<Eraser aria-hidden className="size-4" strokeWidth={1.75} />}
          onClick={() => draw(draft, [])}
        />
      </div>
    </div>
  );
}
