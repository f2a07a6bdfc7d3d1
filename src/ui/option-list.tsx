/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   the ARIA combobox pattern: focus and keys stay in the input, the list only shows options and takes clicks. */
import { Avatar } from "./avatar.tsx";
import { classNames } from "./class-names.ts";

export interface Option {
  value: string;
  label: string;
  /** A second, quieter text on the same line. */
  detail?: string | undefined;
  avatarUrl?: string | null | undefined;
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
      className={classNames("max-h-75 overflow-y-auto", className)}
    >
      {options.map((option, index) => (
        <div
          ref={index === active ? scrollIntoView : undefined}
          key={option.value}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          onPointerMove={() => onPoint(index)}
          className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-soft aria-selected:bg-raised aria-selected:text-ink pointer-coarse:min-h-11"
        >
          <Avatar name={option.label} src={option.avatarUrl} size={28} />
          <span className="min-w-0 truncate font-medium text-ink">{option.label}</span>
          {option.detail && <span className="ml-auto shrink-0 text-sm text-soft">{option.detail}</span>}
        </div>
      ))}
    </div>
  );
}
