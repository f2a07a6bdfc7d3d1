import { Carousel } from "#ui/carousel.tsx";
import { Dialog } from "#ui/dialog.tsx";

import { isVideoAddress } from "../rules.ts";

interface AttachmentsViewerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  taskTitle: string;
  /** Addresses of images and videos. */
  attachments: readonly string[];
}

/** The reference files of a task, one at a time; arrow keys or buttons lead on. */
export function AttachmentsViewer({ open, onOpenChange, taskTitle, attachments }: AttachmentsViewerProps) {
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
        slides={attachments.map((address) => ({
          key: address,
          label: nameOf(address),
          content: <Attachment address={address} />,
        }))}
      />
    </Dialog>
  );
}

export function Attachment({ address }: { address: string }) {
  const name = nameOf(address);
  const shape = "h-[min(60dvh,32rem)] w-full bg-picture object-contain";
  if (!isVideoAddress(address)) return <img src={address} alt={name} className={shape} />;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's reference clips come without captions.
    <video src={address} aria-label={name} controls preload="metadata" className={shape} />
  );
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
