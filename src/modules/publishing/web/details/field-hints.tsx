import { type Chapter, parseChapters } from "#modules/tasks/rules/chapters.ts";
import { maxDescriptionBytes, utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";
import { classNames } from "#ui/class-names.ts";

/** The used part of a limit; marked when it is exceeded. */
export function Counter({ used, limit, unit }: { used: number; limit: number; unit: string }) {
  return (
    <span className={classNames("tabular-nums", used > limit && "font-medium text-fault")}>
      {used.toLocaleString("en-US")} of {limit.toLocaleString("en-US")} {unit}
    </span>
  );
}

interface DescriptionHintProps {
  description: string;
  /** Length of the approved version in seconds, where it is known. */
  durationSeconds: number | null;
  short: boolean;
}

/** The description's counter, and the chapters that it defines or why it defines none. */
export function DescriptionHint({ description, durationSeconds, short }: DescriptionHintProps) {
  const { chapters, problem } = parseChapters(description, durationSeconds);
  const bytes = utf8Bytes(description);
  return (
    <>
      <Counter
        used={bytes}
        limit={maxDescriptionBytes}
        unit={bytes > description.length ? "bytes" : "characters"}
      />
      {chapters.length > 0 && (
        <span className="ml-3">
          <ChapterCount chapters={chapters} short={short} />
        </span>
      )}
      {problem !== null && !short && (
        <span className="mt-1 block border-l-2 border-amber pl-3">
          YouTube will show no chapters. {problem}
        </span>
      )}
    </>
  );
}

/** The number of chapters that a description defines. */
export function ChapterCount({ chapters, short }: { chapters: readonly Chapter[]; short: boolean }) {
  return `${chapters.length} chapters${short ? ", which YouTube doesn't show in a Short" : ""}`;
}
