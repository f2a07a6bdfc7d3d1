import { classNames } from "#ui/class-names.ts";

const names = ["Details", "Review and start", "Progress"] as const;

interface StepsProps {
  /** The number of the page. */
  step: 1 | 2 | 3;
  /** Whether the last step has ended. */
  finished?: boolean;
}

/** The three pages that publish a video, with the current one. */
export function Steps({ step, finished = false }: StepsProps) {
  return (
    <ol aria-label={`Step ${step} of ${names.length}`} className="flex gap-1.5">
      {names.map((name, index) => {
        const isCurrent = index + 1 === step;
        return (
          <li
            key={name}
            aria-current={isCurrent ? "step" : undefined}
            className={classNames(
              "flex min-w-0 flex-1 items-baseline gap-x-2 border-t-2 pt-2 text-sm",
              finished ? "border-go" : index < step ? "border-ink" : "border-line",
              isCurrent
                ? "font-semibold text-ink max-sm:flex-[2]"
                : "text-soft max-sm:flex-none max-sm:basis-12",
            )}
          >
            <span className="numerals shrink-0 font-normal">
              {index + 1}
              {isCurrent && <span className="text-soft"> of {names.length}</span>}
            </span>
            <span className={classNames("truncate", !isCurrent && "max-sm:sr-only")}>{name}</span>
          </li>
        );
      })}
    </ol>
  );
}
