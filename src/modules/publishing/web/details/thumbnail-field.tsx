import { Clapperboard } from "lucide-react";
import { lazy, useRef, useState } from "react";
import { flushSync } from "react-dom";

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
  const shownUrl = value.removeThumbnail ? null : currentUrl;
  const chosenUrl = useObjectUrl(value.thumbnail);
  const use = (thumbnail: File | null) => onChange({ ...value, thumbnail });
  const { prepare, cancel, preparing, problem, problemText } = usePreparation(use);
  const isChosen = preparing !== null || value.thumbnail !== null;
  const fit = (picture: Picture, crop: Crop) => prepare(picture.name, () => fitThumbnail(picture, crop));
  const choose = (file: File) =>
    prepare(file.name, async (isLast) => {
      if (!file.type.startsWith("image/")) throw new Error("Choose an image: JPG, PNG or GIF");
      const picture = await decodePicture(file).catch(() => null);
      if (!isLast()) return null;
      if (!picture) throw new Error(unreadable);
      if (!isWide(picture)) {
        setCropping(picture);
        return null;
      }
      return file.size >= thumbnailLimit ? fitThumbnail(picture, centred) : file;
    });
  const cancelCrop = () => {
    cancel();
    setCropping(null);
  };
  return (
    <div>
      <FileField
        label="Thumbnail"
        optional
        hint="1280 × 720 to 3840 × 2160 (16:9), under 2 MB, JPG, PNG or GIF. Other shapes are cropped, larger files are reduced."
        error={problem}
        errorRef={problemText}
        preparing={preparing}
        value={value.thumbnail}
        currentUrl={shownUrl}
        {...(removable && { onRemoveCurrent: () => onChange({ thumbnail: null, removeThumbnail: true }) })}
        disabled={disabled}
        onChange={(file) => {
          if (file) return void choose(file);
          cancel();
          use(null);
        }}
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
      {(isChosen || shownUrl !== null) && (
        <ThumbnailPreviews
          url={preparing !== null ? null : isChosen ? (chosenUrl ?? null) : shownUrl}
          title={title}
        />
      )}
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
        <DialogBoundary onClose={cancelCrop}>
          <CropDialog
            picture={cropping}
            onCancel={cancelCrop}
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

/**
 * Prepares the last choice and hands it to `onReady`; earlier choices have no effect. The form waits for it. It isn't sent, once,
 * if the preparation failed or ended with null because the user must act.
 */
function usePreparation(onReady: (file: File) => void) {
  const [preparing, setPreparing] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const problemText = useRef<HTMLParagraphElement>(null);
  const latest = useRef<Promise<boolean>>(undefined);
  const prepare = (name: string, start: (isLast: () => boolean) => Promise<File | null>) => {
    setProblem(undefined);
    setPreparing(name);
    const isLast = () => latest.current === attempt;
    const end = (file: File | null, failure?: string) => {
      if (!isLast()) return false;
      // At once: nothing moves, and a form that is being sent has the file or moves the focus to the problem.
      flushSync(() => {
        setPreparing(null);
        setProblem(failure);
        if (file) onReady(file);
      });
      return file !== null;
    };
    const attempt: Promise<boolean> = Promise.resolve()
      .then(() => start(isLast))
      .then(
        (file) => end(file),
        (error: unknown) => end(null, shownMessage(error, unreadable)),
      );
    latest.current = attempt;
    return attempt;
  };
  const cancel = () => {
    latest.current = undefined;
    setPreparing(null);
    setProblem(undefined);
  };
  useFormPart(async () => {
    const isFinished = (await latest.current) ?? true;
    latest.current = undefined;
    // Scrolls there: the button that saves can be far below.
    if (!isFinished) problemText.current?.focus();
    return isFinished;
  });
  return { prepare, cancel, preparing, problem, problemText };
}
