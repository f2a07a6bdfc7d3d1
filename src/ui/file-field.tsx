import { ImagePlus, Trash2 } from "lucide-react";
import { type RefCallback, useRef, useState } from "react";

import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";
import { Skeleton, SkeletonGroup } from "./skeleton.tsx";
import { useObjectUrl } from "./use-object-url.ts";

interface FileFieldProps extends FieldProps {
  value: File | null;
  onChange: (file: File | null) => void;
  /** Name of the chosen file while it is being prepared; then `onChange` is called with null if the user removes it. */
  preparing?: string | null;
  /** URL of the current picture, shown until another one is chosen. */
  currentUrl?: string | null | undefined;
  /** Called when the user removes the current picture; without it, they can't. */
  onRemoveCurrent?: () => void;
  accept?: string;
  /** Shape of the preview. */
  shape?: "wide" | "square" | "round" | "banner";
  disabled?: boolean;
  /** The input, which a form focuses if the file has an issue. */
  ref?: RefCallback<HTMLInputElement>;
}

const shapes = {
  wide: "aspect-video w-48",
  square: "aspect-square w-24",
  round: "aspect-square w-24 rounded-full!",
  banner: "aspect-[4/1] w-full",
};

/** Selects, previews, replaces or removes one picture. A file that the browser can't show is refused. */
export function FileField({
  value,
  onChange,
  preparing = null,
  currentUrl,
  onRemoveCurrent,
  accept = "image/*",
  shape = "wide",
  disabled = false,
  error,
  ref,
  ...field
}: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(false);
  const preview = useObjectUrl(value) ?? currentUrl;
  const chosenName = preparing ?? value?.name;
  const removable = chosenName !== undefined || (Boolean(currentUrl) && onRemoveCurrent);
  const choose = (file: File | null, fails = false) => {
    setRefused(fails);
    onChange(file);
  };
  const remove = () => {
    setRefused(false);
    if (chosenName !== undefined) onChange(null);
    else onRemoveCurrent?.();
    input.current?.focus();
  };
  return (
    <Field {...field} error={refused ? "Choose an image, such as a JPG or PNG." : error}>
      {(wiring) => (
        <div className={classNames("flex flex-wrap gap-3", shape === "banner" ? "flex-col" : "items-center")}>
          <div
            className={classNames(
              "flex shrink-0 items-center justify-center overflow-hidden rounded-sm border border-edge bg-raised",
              shapes[shape],
            )}
          >
            {preparing !== null ? (
              <SkeletonGroup label={`Preparing ${preparing}`} className="size-full">
                <Skeleton className="size-full" />
              </SkeletonGroup>
            ) : preview ? (
              <img
                src={preview}
                alt=""
                className="size-full object-cover"
                onError={value ? () => choose(null, true) : undefined}
              />
            ) : (
              <ImagePlus aria-hidden strokeWidth={1.5} className="size-6 text-faint" />
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <input
              {...wiring}
              ref={(element) => {
                input.current = element;
                ref?.(element);
              }}
              type="file"
              accept={accept}
              disabled={disabled}
              className="peer sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0];
                if (file) choose(file);
                event.target.value = "";
              }}
            />
            <label
              htmlFor={wiring.id}
              className="inline-flex min-h-8 cursor-pointer items-center rounded-sm border border-line px-3 text-sm font-semibold text-ink transition-colors enabled-hover:border-edge enabled-hover:bg-raised peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink peer-disabled:opacity-50 pointer-coarse:min-h-11"
            >
              {chosenName !== undefined || preview ? "Change" : "Choose picture"}
            </label>
            {removable && (
              <Button variant="quiet" size="small" disabled={disabled} onClick={remove}>
                <Trash2 aria-hidden className="size-4" />
                Remove
              </Button>
            )}
            {chosenName !== undefined && (
              <span className="max-w-48 truncate text-sm text-soft">{chosenName}</span>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
