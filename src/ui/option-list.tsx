/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   the ARIA combobox pattern: focus and keys stay in the input, the list only shows options and takes clicks. */
import type { LucideIcon } from "lucide-react";
import { Fragment } from "react";

import { Avatar } from "./avatar.tsx";
import { classNames } from "./class-names.ts";

export interface Option {
  value: string;
  label: string;
  /** A second, quieter text on the same line. */
  detail?: string | undefined;
  avatarUrl?: string | null | undefined;
  /** Shown instead of an avatar. */
  icon?: LucideIcon | undefined;
  /** The heading above the first option of the group. */
  group?: string | undefined;
}

interface OptionListProps {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
  hidden: boolean;
  onChoose: (option: Option) => void;
  onPoint: (index: number) => void;
  className?: string;
}

/** The DOM id of an option, for `aria-activedescendant` of the input. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

/** The options of an input with the role `combobox`. */
export function OptionList(props: OptionListProps) {
  const { id, label, options, active, hidden, onChoose, onPoint, className } = props;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      hidden={hidden}
      className={classNames(
        "max-h-[min(18.75rem,var(--radix-popover-content-available-height,100vh))] overflow-y-auto",
        className,
      )}
    >
      {options.map((option, index) => (
        <Fragment key={option.value}>
          {option.group !== undefined && option.group !== options[index - 1]?.group && (
            <div role="presentation" className="px-2 pt-2 pb-1 text-sm text-faint first:pt-0.5">
              {option.group}
            </div>
          )}
          <div
            ref={index === active ? scrollIntoView : undefined}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
            onPointerMove={() => onPoint(index)}
            className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-soft aria-selected:bg-raised aria-selected:text-ink pointer-coarse:min-h-11"
          >
            {option.icon ? (
              <span className="flex size-7 shrink-0 items-center justify-center">
                <option.icon aria-hidden className="size-4.5" strokeWidth={1.75} />
              </span>
            ) : (
              <Avatar name={option.label} src={option.avatarUrl} size={28} />
            )}
            <span className="min-w-0 truncate font-medium text-ink">{option.label}</span>
            {option.detail && <span className="ml-auto shrink-0 text-sm text-soft">{option.detail}</span>}
          </div>
        </Fragment>
      ))}
    </div>
  );
}
