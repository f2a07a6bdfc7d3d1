import { useEffect, useRef, useState } from "react";

import { isVideoAddress } from "#modules/tasks/rules/stages.ts";
import { Carousel } from "#ui/carousel.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useMediaState } from "#ui/player/media-state.ts";
import { Player } from "#ui/player/player.tsx";
import { useObjectUrl } from "#ui/use-object-url.ts";

interface AttachmentsViewerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  taskTitle: string;
  /** URLs of images and videos. */
  attachments: readonly string[];
  /** Newly chosen files, shown after the attachments. */
  files?: readonly File[];
  /** 0-based index of the file that is shown first. */
  startAt?: number;
}

/** Shows the reference files of a task one at a time. */
export function AttachmentsViewer(props: AttachmentsViewerProps) {
  const { open, onOpenChange, taskTitle, attachments, files = [], startAt = 0 } = props;
  return (
    <Dialog
      size="large"
      open={open}
      onOpenChange={onOpenChange}
      title="Reference files"
      description={taskTitle}
    >
      <Carousel
        label={`Reference files of ${taskTitle}`}
        startAt={startAt}
        slides={[
          ...attachments.map((address) => ({
            key: address,
            label: fileName(address),
            content: <Picture name={fileName(address)} address={address} video={isVideoAddress(address)} />,
          })),
          ...files.map((file) => ({
            key: fileKey(file),
            label: file.name,
            content: <ChosenPicture file={file} />,
          })),
        ]}
      />
    </Dialog>
  );
}

function ChosenPicture({ file }: { file: File }) {
  const address = useObjectUrl(file);
  return <Picture name={file.name} address={address} video={file.type.startsWith("video/")} />;
}

interface PictureProps {
  name: string;
  address: string | undefined;
  video: boolean;
}

function Picture({ name, address, video }: PictureProps) {
  const [broken, setBroken] = useState(false);
  const onError = () => setBroken(true);
  if (broken) {
    return (
      <p className="px-6 py-16 text-center text-soft">
        This browser can't show {name}.{" "}
        <a href={address} download={name} className="link text-ink">
          Download it
        </a>
      </p>
    );
  }
  if (video) return <Video name={name} address={address} onError={onError} />;
  return (
    <img
      src={address}
      alt={name}
      className="h-[min(60dvh,32rem,100vw)] w-full bg-picture object-contain"
      onError={onError}
    />
  );
}

function Video({ name, address, onError }: Omit<PictureProps, "video"> & { onError: () => void }) {
  const media = useRef<HTMLVideoElement>(null);
  const { ready, width } = useMediaState(media);
  // Some browsers play the sound of ProRes and HEVC without a picture and without an error.
  const pictureless = ready && width === 0;
  useEffect(() => {
    if (pictureless) onError();
  }, [pictureless, onError]);
  return (
    <Player
      mediaRef={media}
      src={address}
      title={name}
      onError={onError}
      className="w-full px-2 pb-1 [--player-height:min(52dvh,28rem)]"
    />
  );
}

/** Identifies a chosen file. */
export function fileKey({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

/** The file name in a URL. */
export function fileName(address: string): string {
  const last = address.split(/[?#]/)[0]?.split("/").at(-1) ?? address;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
