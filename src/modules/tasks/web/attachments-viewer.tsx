import { useState } from "react";

import { Carousel } from "#ui/carousel.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useObjectUrl } from "#ui/use-object-url.ts";

import { isVideoAddress } from "../rules.ts";

interface AttachmentsViewerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  taskTitle: string;
  /** Addresses of images and videos. */
  attachments: readonly string[];
  /** Chosen files that follow them. */
  files?: readonly File[];
  /** Which one is shown first, counted from 0. */
  startAt?: number;
}

/** The reference files of a task, one at a time; arrow keys, buttons or a swipe lead on. */
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
            label: nameOf(address),
            content: <Picture name={nameOf(address)} address={address} video={isVideoAddress(address)} />,
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
  const shape = "h-[min(60dvh,32rem,100vw)] w-full bg-picture object-contain";
  const onError = () => setBroken(true);
  if (broken) {
    return (
      <p className="px-6 py-16 text-center text-soft">
        This browser can’t show {name}.{" "}
        <a href={address} download={name} className="link text-ink">
          Download it
        </a>
      </p>
    );
  }
  if (!video) return <img src={address} alt={name} className={shape} onError={onError} />;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's reference clips come without captions.
    <video
      src={address}
      aria-label={name}
      controls
      preload="metadata"
      className={shape}
      onError={onError}
      // Of ProRes and HEVC some browsers play the sound and show no picture, without an error.
      onLoadedData={({ currentTarget }) => setBroken(currentTarget.videoWidth === 0)}
    />
  );
}

/** Tells one chosen file from another. */
export function fileKey({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

/** The file's name at the end of its address. */
export function nameOf(address: string): string {
  const last = address.split(/[?#]/)[0]?.split("/").at(-1) ?? address;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
