import { Upload } from "lucide-react";
import { useId, useRef, useState, type DragEvent, type ReactNode } from "react";

import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface DropZoneProps {
  /** What to drop here, as a short sentence. */
  title: string;
  /** The same for fingers, which drop nothing. */
  touchTitle?: string;
  /** Limits, under the button. */
  hint?: ReactNode;
  /** As in `<input type="file">`. Dropped files are not filtered: check them in `onFiles`. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  browseLabel?: string;
  className?: string;
}

/** Takes files by dragging or through "Browse Files"; lights up while something is held over it. */
export function DropZone({
  title,
  touchTitle = title,
  hint,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
  browseLabel = "Browse Files",
  className,
}: DropZoneProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const hand = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
  };
  const track = (event: DragEvent, change: number) => {
    event.preventDefault();
    depth.current = Math.max(0, depth.current + change);
    setOver(depth.current > 0 && !disabled);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dragging is the extra way; the button is the accessible one.
    <div
      onDragEnter={(event) => track(event, 1)}
      onDragLeave={(event) => track(event, -1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        depth.current = 0;
        track(event, 0);
        hand(event.dataTransfer.files);
      }}
      data-over={over || undefined}
      className={classNames(
        "flex flex-col items-center justify-center gap-4 rounded-md border border-dashed border-edge px-6 py-10 text-center transition-colors",
        "data-over:border-solid data-over:border-ink data-over:bg-raised",
        className,
      )}
    >
      <Upload aria-hidden strokeWidth={1.5} className="size-7 text-soft" />
      <p id={`${id}-title`} className="font-heading text-xl">
        {over ? (
          "Let go to add it"
        ) : (
          <>
            <span className="pointer-coarse:hidden">{title}</span>
            <span className="hidden pointer-coarse:inline">{touchTitle}</span>
          </>
        )}
      </p>
      <Button disabled={disabled} onClick={() => input.current?.click()} aria-describedby={`${id}-title`}>
        {browseLabel}
      </Button>
      {hint && <p className="text-sm text-soft">{hint}</p>}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-label={title}
        onChange={(event) => {
          hand(event.target.files);
          event.target.value = "";
        }}
      />
    </div>
  );
}
