import { ImagePlus, X } from "lucide-react";
import { useRef, useState } from "react";
import { toast } from "sonner";

import type { ButtonSize } from "./button-class.ts";
import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";

interface ImageLimits {
  maxFiles: number;
  /** Of one image. */
  maxBytes: number;
}

export interface ImageAttachments {
  files: readonly File[];
  attach: (chosen: readonly File[]) => void;
  remove: (file: File) => void;
  clear: () => void;
}

/** Images that are attached to a text. Reports those that exceed the limits. */
export function useImageAttachments({ maxFiles, maxBytes }: ImageLimits): ImageAttachments {
  const [files, setFiles] = useState<readonly File[]>([]);
  const attach = (chosen: readonly File[]) => {
    const small = chosen.filter(({ size }) => size <= maxBytes);
    if (small.length < chosen.length) toast.error(`Images can have up to ${Math.floor(maxBytes / 1e6)} MB.`);
    if (files.length + small.length > maxFiles) toast.error(`Attach up to ${maxFiles} images.`);
    setFiles([...files, ...small].slice(0, maxFiles));
  };
  const remove = (file: File) => setFiles(files.filter((other) => other !== file));
  return { files, attach, remove, clear: () => setFiles([]) };
}

interface AttachImagesButtonProps {
  onAttach: (files: readonly File[]) => void;
  size?: ButtonSize;
}

export function AttachImagesButton({ onAttach, size = "medium" }: AttachImagesButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        onChange={({ target }) => {
          onAttach([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <IconButton
        label="Attach images"
        size={size}
        icon={
          <ImagePlus aria-hidden className={size === "small" ? "size-4.5" : "size-5"} strokeWidth={1.75} />
        }
        onClick={() => picker.current?.click()}
      />
    </>
  );
}

interface ImageLinkProps {
  src: string;
  /** Position among the images of its text, from 1. */
  position: number;
  className: string;
}

/** An image that was sent with a text; it opens in a new tab. */
export function ImageLink({ src, position, className }: ImageLinkProps) {
  return (
    <a href={src} target="_blank" rel="noopener noreferrer">
      <img
        src={src}
        alt={`Attachment ${position}, opens in a new tab`}
        loading="lazy"
        className={classNames("rounded-sm bg-picture object-cover", className)}
      />
    </a>
  );
}

/** The names of the attached images, each with a button that removes it. */
export function AttachedImages({ files, remove }: Pick<ImageAttachments, "files" | "remove">) {
  if (files.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {files.map((file) => (
        <li
          key={`${file.name} ${file.lastModified}`}
          className="flex max-w-full items-center gap-1 rounded-sm border bg-panel pl-3 text-sm"
        >
          <span className="truncate">{file.name}</span>
          <IconButton
            label={`Remove ${file.name}`}
            size="small"
            icon={<X aria-hidden className="size-4" />}
            onClick={() => remove(file)}
          />
        </li>
      ))}
    </ul>
  );
}
