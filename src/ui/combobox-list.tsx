/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   the ARIA pattern of an editable combobox: focus and keys stay in the input, the list only shows and takes clicks. */
import { Avatar } from "./avatar.tsx";
import { Spinner } from "./spinner.tsx";

export interface ComboboxOption {
  value: string;
  label: string;
  /** A quiet second piece of text on the same line. */
  detail?: string;
  avatarUrl?: string | null | undefined;
}

interface ComboboxListProps {
  id: string;
  active: number;
  options: readonly ComboboxOption[];
  loading: boolean;
  emptyText: string;
  onChoose: (option: ComboboxOption) => void;
  onPoint: (index: number) => void;
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

/** The list under the input. Focus stays in the input, which names the active option. */
export function ComboboxList({
  id,
  active,
  options,
  loading,
  emptyText,
  onChoose,
  onPoint,
}: ComboboxListProps) {
  const quiet = loading ? "Searching..." : options.length === 0 ? emptyText : undefined;
  return (
    <div className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border bg-panel">
      <output className="flex items-center gap-2 px-3 py-3 text-sm text-soft empty:hidden">
        {quiet && loading && <Spinner />}
        {quiet}
      </output>
      <div
        id={id}
        role="listbox"
        aria-label="Found"
        hidden={quiet !== undefined}
        className="max-h-75 overflow-y-auto p-1"
      >
        {options.map((option, index) => (
          <div
            ref={index === active ? showOption : undefined}
            key={option.value}
            id={`${id}-${index}`}
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
    </div>
  );
}
