import { Clapperboard } from "lucide-react";
import { lazy, useRef, useState } from "react";

import { shownMessage } from "#core/shown-message.ts";
import { thumbnailLimit } from "#modules/media/rules/limits.ts";
import type { PublishDetails } from "#modules/publishing/contract/details.ts";
import { centred, type Crop, isWide } from "#modules/publishing/rules/crop.ts";
import { Button } from "#ui/button.tsx";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";
import { FileField } from "#ui/file-field.tsx";
import { useFormPart } from "#ui/form-parts.ts";
import { useObjectUrl } from "#ui/use-object-url.ts";

import { decodePicture, fitThumbnail, type Picture } from "./fit-thumbnail.ts";
import { FrameDialog } from "./frame-dialog.tsx";
import type { ChosenThumbnail } from "./queries.ts";
import { ThumbnailPreviews } from "./thumbnail-previews.tsx";

const CropDialog = lazy(async () => ({ default: (await import("./crop-dialog.tsx")).CropDialog }));
const unreadable = "This image can't be read. Use JPG, PNG or GIF.";

interface ThumbnailFieldProps {
  title: string;
  currentUrl: string | null;
  /** The approved version. */
  video: PublishDetails["video"];
  value: ChosenThumbnail;
  onChange: (chosen: ChosenThumbnail) => void;
  /** Whether the current thumbnail can be removed; at a platform it can only be replaced. */
  removable?: boolean;
  disabled: boolean;
}

/** A thumbnail from a picture or a frame of the video, cropped to 16:9 and fitted to the platform's limit. */
export function ThumbnailField(props: ThumbnailFieldProps) {
  const { title, currentUrl, video, value, onChange, removable = true, disabled } = props;
  const [cropping, setCropping] = useState<Picture | null>(null);
  const [choosingFrame, setChoosingFrame] = useState(false);
  const { prepare, problem } = usePreparation();
  const shownUrl = value.removeThumbnail ? null : currentUrl;
  const chosenUrl = useObjectUrl(value.thumbnail);
  const use = (thumbnail: File | null) => onChange({ ...value, thumbnail });
  const fit = (picture: Picture, crop: Crop) =>
    prepare(async (isLast) => {
      const file = await fitThumbnail(picture, crop);
      if (isLast()) use(file);
    });
  const choose = (file: File | null) =>
    prepare(async (isLast) => {
      if (!file) return use(null);
      if (!file.type.startsWith("image/")) throw new Error("Choose an image: JPG, PNG or GIF");
      const picture = await decodePicture(file).catch(() => null);
      if (!isLast()) return;
      if (!picture) throw new Error(unreadable);
      if (!isWide(picture)) {
        setCropping(picture);
        return "unfinished";
      }
      const fitted = file.size >= thumbnailLimit ? await fitThumbnail(picture, centred) : file;
      if (isLast()) use(fitted);
    });
  return (
    <div>
      <FileField
        label="Thumbnail"
        optional
        hint="1280 × 720 to 3840 × 2160 (16:9), under 2 MB, JPG, PNG or GIF. Other shapes are cropped, larger files are reduced."
        error={problem}
        value={value.thumbnail}
        currentUrl={shownUrl}
        {...(removable && { onRemoveCurrent: () => onChange({ thumbnail: null, removeThumbnail: true }) })}
        disabled={disabled}
        onChange={(file) => void choose(file)}
      />
      {video?.fileUrl && (
        <Button
          size="small"
          variant="quiet"
          className="mt-2 -ml-3"
          disabled={disabled}
          onClick={() => setChoosingFrame(true)}
        >
          <Clapperboard aria-hidden className="size-4" />
          Choose a frame of the video
        </Button>
      )}
      <ThumbnailPreviews url={chosenUrl ?? shownUrl} title={title} />
      {choosingFrame && video?.fileUrl && (
        <FrameDialog
          url={video.fileUrl}
          times={video.rate && { rate: video.rate, startSeconds: video.startSeconds }}
          onCancel={() => setChoosingFrame(false)}
          onCapture={(picture) => {
            setChoosingFrame(false);
            if (isWide(picture)) void fit(picture, centred);
            else setCropping(picture);
          }}
        />
      )}
      {cropping && (
        <DialogBoundary onClose={() => setCropping(null)}>
          <CropDialog
            picture={cropping}
            onCancel={() => setCropping(null)}
            onCrop={async (crop) => {
              await fit(cropping, crop);
              setCropping(null);
            }}
          />
        </DialogBoundary>
      )}
    </div>
  );
}

/** Prepares the last choice; earlier ones have no effect. The form waits for it, and isn't sent if the user must act on it. */
function usePreparation() {
  const [problem, setProblem] = useState<string | undefined>();
  const preparing = useRef<Promise<boolean>>(undefined);
  const prepare = (start: (isLast: () => boolean) => Promise<void | "unfinished">) => {
    setProblem(undefined);
    const isLast = () => preparing.current === attempt;
    const attempt: Promise<boolean> = Promise.resolve()
      .then(() => start(isLast))
      .then(
        (result) => result !== "unfinished",
        (error: unknown) => {
          if (isLast()) setProblem(shownMessage(error, unreadable));
          return false;
        },
      )
      .finally(() => {
        if (isLast()) preparing.current = undefined;
      });
    preparing.current = attempt;
    return attempt;
  };
  useFormPart(async () => (await preparing.current) ?? true);
  return { prepare, problem };
}
