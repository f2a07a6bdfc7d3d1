import { type DragEvent, type ReactNode, useRef, useState } from "react";

import { showErrorToast } from "#core/web/error-toast.ts";

import { fromDrop } from "./collect-files.ts";
import { sendFiles } from "./send-files.ts";

interface DropZoneProps {
  taskId: number;
  title: string;
  /** Whether the user may add files. */
  enabled: boolean;
  children: ReactNode;
}

/** Sends files and folders that are dropped anywhere on its children. */
export function DropZone({ taskId, title, enabled, children }: DropZoneProps) {
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const track = (event: DragEvent, change: number) => {
    if (!enabled || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + change);
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    if (!enabled || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    fromDrop(event.dataTransfer).then((chosen) => sendFiles({ taskId, title }, chosen), showErrorToast);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- "Add files" is the accessible alternative to dragging.
    <div
      onDragEnter={(event) => track(event, 1)}
      onDragLeave={(event) => track(event, -1)}
      onDragOver={(event) => track(event, 0)}
      onDrop={drop}
      className="relative"
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-0 z-20 rounded-md border-2 border-ink bg-scrim">
          <p className="sticky top-1/3 mx-auto w-fit rounded-md border bg-panel px-6 py-4 font-heading text-xl">
            Drop to send to this task
          </p>
        </div>
      )}
    </div>
  );
}
