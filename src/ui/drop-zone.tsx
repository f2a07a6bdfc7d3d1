import { Upload } from "lucide-react";
import { useId, useRef, useState, type DragEvent, type ReactNode } from "react";

import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface DropZoneProps {
  /** Prompt, as a short sentence. */
  title: string;
  /** Prompt on touch screens, which have no drag and drop. */
  touchTitle?: string;
  /** Limits, shown below the button. */
  hint?: ReactNode;
  /** As in `<input type="file">`. Dropped files are not filtered by it; check them in `onFiles`. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  browseLabel?: string;
  className?: string;
}

/** Accepts files by drag and drop or through "Browse Files". */
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
  const addFiles = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
  };
  const track = (event: DragEvent, change: number) => {
    event.preventDefault();
    depth.current = Math.max(0, depth.current + change);
    setOver(depth.current > 0 && !disabled);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button is the accessible alternative to dragging.
    <div
      onDragEnter={(event) => track(event, 1)}
      onDragLeave={(event) => track(event, -1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        depth.current = 0;
        track(event, 0);
        addFiles(event.dataTransfer.files);
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
          "Drop to add"
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
          addFiles(event.target.files);
          event.target.value = "";
        }}
      />
    </div>
  );
}
