import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";

import { cropArea, centred, type Crop, maxZoom, moved } from "#modules/publishing/rules/crop.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

import type { Picture } from "./fit-thumbnail.ts";

interface CropDialogProps {
  picture: Picture;
  onCancel: () => void;
  onCrop: (crop: Crop) => Promise<void>;
}

const steps: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -0.02, y: 0 },
  ArrowRight: { x: 0.02, y: 0 },
  ArrowUp: { x: 0, y: -0.02 },
  ArrowDown: { x: 0, y: 0.02 },
};

/** Crops a picture to 16:9: drag the picture or use the arrow keys, and zoom. */
export function CropDialog({ picture, onCancel, onCrop }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>(centred);
  const [busy, setBusy] = useState(false);
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    setCrop((before) =>
      moved(picture, before, { x: -event.movementX / width, y: -event.movementY / height }),
    );
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    setCrop((before) => moved(picture, before, step));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title="Crop the thumbnail"
      description="Thumbnails are 16:9. Drag the picture, or move it with the arrow keys."
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="primary"
            busy={busy && "Cropping..."}
            onClick={() => {
              setBusy(true);
              void onCrop(crop).finally(() => setBusy(false));
            }}
          >
            Use as thumbnail
          </Button>
        </>
      }
    >
      <button
        type="button"
        aria-label="Move the picture"
        className="relative mx-auto block aspect-video w-full max-w-[calc((100dvh-17rem)*16/9)] cursor-move touch-none overflow-hidden rounded-sm bg-picture"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
      >
        <Cropped picture={picture} crop={crop} />
      </button>
      <label className="mt-4 flex items-center gap-3 text-sm">
        <span className="font-medium">Zoom</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => setCrop({ ...crop, zoom: event.target.valueAsNumber })}
          className="min-w-0 flex-1 accent-ink pointer-coarse:h-11"
        />
      </label>
    </Dialog>
  );
}

/** The cropped part of a picture, drawn at the size of the frame. */
function Cropped({ picture, crop }: { picture: Picture; crop: Crop }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { left, top, width, height } = cropArea(picture, crop);
    const target = canvas.current;
    target
      ?.getContext("2d")
      ?.drawImage(picture.image, left, top, width, height, 0, 0, target.width, target.height);
  }, [picture, crop]);
  return <canvas ref={canvas} width={1024} height={576} className="pointer-events-none size-full" />;
}
