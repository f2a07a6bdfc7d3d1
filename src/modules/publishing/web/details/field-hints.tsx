import { chaptersOf } from "#modules/tasks/rules/chapters.ts";
import { maxDescriptionBytes, utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";
import { classNames } from "#ui/class-names.ts";

/** How much of a limit is used; marked when it is exceeded. */
export function Counter({ used, limit, unit }: { used: number; limit: number; unit: string }) {
  return (
    <span className={classNames("numerals", used > limit && "font-medium text-fault")}>
      {used.toLocaleString("en-US")} of {limit.toLocaleString("en-US")} {unit}
    </span>
  );
}

interface DescriptionHintProps {
  description: string;
  /** Length of the approved version in seconds, where it is known. */
  durationSeconds: number | null;
}

/** The description's counter, and the chapters that it defines or why it defines none. */
export function DescriptionHint({ description, durationSeconds }: DescriptionHintProps) {
  const { chapters, problem } = chaptersOf(description, durationSeconds);
  return (
    <>
      <Counter used={utf8Bytes(description)} limit={maxDescriptionBytes} unit="bytes" />
      {chapters.length > 0 && <span className="ml-3">{chapters.length} chapters</span>}
      {problem !== null && (
        <span className="mt-1 block border-l-2 border-amber pl-3">
          YouTube will show no chapters. {problem}
        </span>
      )}
    </>
  );
}
