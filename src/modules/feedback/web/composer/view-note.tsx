import { X, ZoomIn } from "lucide-react";

import { IconButton } from "#ui/icon-button.tsx";

/** Says that the comment opens with the part of the picture in which it was begun. */
export function ViewNote({ onRemove }: { onRemove: () => void }) {
  return (
    <p className="mt-1 flex items-center gap-1.5 text-xs text-soft">
      <ZoomIn aria-hidden className="size-3.5" strokeWidth={1.75} />
      Opens zoomed in
      <IconButton
        size="small"
        label="Open with the whole picture"
        icon={<X aria-hidden className="size-3.5" />}
        className="-my-1 min-h-6! w-6! pointer-coarse:w-11!"
        onClick={onRemove}
      />
    </p>
  );
}
