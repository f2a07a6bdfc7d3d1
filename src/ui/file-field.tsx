import { ImagePlus, Trash2 } from "lucide-react";
import { useRef } from "react";

import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";
import { useObjectUrl } from "./use-object-url.ts";

interface FileFieldProps extends FieldProps {
  value: File | null;
  onChange: (file: File | null) => void;
  /** The picture that is there already, shown until another is chosen. */
  currentUrl?: string | null | undefined;
  /** Called by "Remove" when only `currentUrl` is shown; without it that one cannot be removed. */
  onRemoveCurrent?: () => void;
  accept?: string;
  /** The frame of the preview. */
  shape?: "wide" | "square" | "round" | "banner";
  disabled?: boolean;
}

const shapes = {
  wide: "aspect-video w-48",
  square: "aspect-square w-24",
  round: "aspect-square w-24 rounded-full!",
  banner: "aspect-[4/1] w-full",
};

/** Picks one picture, shows it, lets it be changed or removed. */
export function FileField({
  value,
  onChange,
  currentUrl,
  onRemoveCurrent,
  accept = "image/*",
  shape = "wide",
  disabled = false,
  ...field
}: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(value) ?? currentUrl;
  const removable = value !== null || (Boolean(currentUrl) && onRemoveCurrent);
  const remove = () => {
    if (value) onChange(null);
    else onRemoveCurrent?.();
    input.current?.focus();
  };
  return (
    <Field {...field}>
      {(wiring) => (
        <div className={classNames("flex flex-wrap gap-3", shape === "banner" ? "flex-col" : "items-center")}>
          <div
            className={classNames(
              "flex shrink-0 items-center justify-center overflow-hidden rounded-sm border border-edge bg-raised",
              shapes[shape],
            )}
          >
            {preview ? (
              <img src={preview} alt="" className="size-full object-cover" />
            ) : (
              <ImagePlus aria-hidden strokeWidth={1.5} className="size-6 text-faint" />
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <input
              {...wiring}
              ref={input}
              type="file"
              accept={accept}
              disabled={disabled}
              className="peer sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0];
                if (file) onChange(file);
                event.target.value = "";
              }}
            />
            <label
              htmlFor={wiring.id}
              className="inline-flex min-h-8 cursor-pointer items-center rounded-sm border border-line px-3 text-sm font-semibold text-ink transition-colors enabled-hover:border-edge enabled-hover:bg-raised peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink peer-disabled:opacity-50 pointer-coarse:min-h-11"
            >
              {preview ? "Change" : "Choose picture"}
            </label>
            {removable && (
              <Button variant="quiet" size="small" disabled={disabled} onClick={remove}>
                <Trash2 aria-hidden className="size-4" />
                Remove
              </Button>
            )}
            {value && <span className="max-w-48 truncate text-sm text-soft">{value.name}</span>}
          </div>
        </div>
      )}
    </Field>
  );
}
