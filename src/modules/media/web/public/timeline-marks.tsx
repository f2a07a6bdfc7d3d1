import { type KeyboardEvent, memo, useMemo } from "react";

import { classNames } from "#ui/class-names.ts";
import { moveFocus } from "#ui/move-focus.ts";

/** A point or range on the timeline of a video. Frames are counted from 0. */
export interface TimelineMark {
  id: string;
  from: number;
  /** The last frame; equal to `from` for a point. */
  to: number;
  tone: "open" | "done";
  /** CSS colour instead of that of the tone. */
  color?: string | undefined;
  selected?: boolean | undefined;
  /** Accessible name and tooltip, such as the beginning of a comment. */
  label: string;
}

/** Round marks for what people say, square ones with hatched ranges for what was measured. */
type MarkShape = "round" | "square";

interface TimelineMarksProps {
  /** Accessible name of the lane. */
  name?: string;
  shape?: MarkShape;
  marks: readonly TimelineMark[];
  onSelect: (id: string) => void;
  /** The position of a time on the timeline in percent: where a frame begins. */
  toPercent: (frame: number) => number;
}

/** Marks that begin within this share of the width, in percent, are one button. */
const groupWidth = 0.75;

interface Group {
  at: number;
  until: number;
  marks: TimelineMark[];
}

/** Groups marks that are too close to be selected separately, so that thousands of marks are few elements. */
export function groupMarks(marks: readonly TimelineMark[], toPercent: (frame: number) => number): Group[] {
  const groups = new Map<number, Group>();
  for (const mark of marks.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const at = toPercent(mark.from);
    const until = mark.to > mark.from ? toPercent(mark.to + 1) : at;
    const place = Math.floor(at / groupWidth);
    const group = groups.get(place);
    if (!group) groups.set(place, { at, until, marks: [mark] });
    else {
      group.marks.push(mark);
      group.until = Math.max(group.until, until);
    }
  }
  return [...groups.values()];
}

/** A lane of marks below the timeline, empty at first: one tab stop, arrow keys move between them. */
export const TimelineMarks = memo(function TimelineMarks(props: TimelineMarksProps) {
  const { name = "Marks on the timeline", shape = "round", marks, onSelect, toPercent } = props;
  const groups = useMemo(() => groupMarks(marks, toPercent), [marks, toPercent]);
  const lane = "relative h-5 border-t bg-panel pointer-coarse:h-11 low:h-6";
  if (groups.length === 0) return <div className={lane} />;
  const selectedGroup = groups.findIndex((group) => group.marks.some(({ selected }) => selected));
  return (
    <div role="toolbar" tabIndex={-1} aria-label={name} onKeyDown={moveBetweenMarks} className={lane}>
      {groups.map((group, index) => (
        <Mark
          key={group.at}
          group={group}
          shape={shape}
          tabIndex={index === Math.max(0, selectedGroup) ? 0 : -1}
          onSelect={onSelect}
        />
      ))}
    </div>
  );
});

interface MarkProps {
  group: Group;
  shape: MarkShape;
  tabIndex: number;
  onSelect: (id: string) => void;
}

function Mark({ group: { at, until, marks }, shape, tabIndex, onSelect }: MarkProps) {
  const selected = marks.findIndex((mark) => mark.selected);
  const visibleMark = marks[selected] ?? marks.find(({ tone }) => tone === "open") ?? marks[0];
  if (!visibleMark) return null;
  const label = marks.length === 1 ? visibleMark.label : `${marks.length} marks: ${visibleMark.label}`;
  const color = visibleMark.selected ? "text-amber" : visibleMark.tone === "open" ? "text-ink" : "text-edge";
  const shade = classNames(color, "pointer-events-none absolute top-1/2 -translate-y-1/2");
  const isSquare = shape === "square";
  const style = visibleMark.color === undefined ? {} : { color: visibleMark.color };
  return (
    <>
      {until > at && (
        <span
          aria-hidden
          className={classNames(
            shade,
            "min-w-2",
            isSquare
              ? "h-2.5 border border-current bg-panel bg-[repeating-linear-gradient(135deg,currentColor_0_1px,transparent_1px_4px)]"
              : "h-1.5 rounded-full bg-current",
          )}
          style={{ ...style, left: `${at}%`, width: `${Math.min(100, until) - at}%` }}
        />
      )}
      <button
        type="button"
        aria-label={label}
        aria-pressed={visibleMark.selected ?? false}
        tabIndex={tabIndex}
        data-frame={visibleMark.from}
        // Repeated selection cycles through the marks of the group.
        onClick={() => onSelect((marks[(selected + 1) % marks.length] ?? visibleMark).id)}
        className="group/mark absolute inset-y-0 w-5 -translate-x-1/2 rounded-xs hover:z-10 focus-visible:z-10 pointer-coarse:w-11"
        style={{ left: `${at}%` }}
      >
        <span
          className={classNames(
            shade,
            "left-1/2 -translate-x-1/2 bg-current",
            isSquare ? "size-2 rotate-45" : "size-2.5 rounded-full",
            visibleMark.selected && "outline-2 outline-offset-1 outline-amber",
          )}
          style={style}
        />
        <span
          aria-hidden
          className={classNames(
            "pointer-events-none absolute bottom-full mb-1 hidden w-max max-w-64 truncate rounded-sm border bg-panel px-2 py-1 text-left text-xs text-ink group-hover/mark:block group-focus-visible/mark:block",
            at < 50 ? "left-0" : "right-0",
          )}
        >
          {label}
        </span>
      </button>
    </>
  );
}

function moveBetweenMarks(event: KeyboardEvent<HTMLElement>): void {
  moveFocus(event, [...event.currentTarget.querySelectorAll("button")], "horizontal");
}
