import { Play, X } from "lucide-react";
import { useRef, useState } from "react";
import { toast } from "sonner";

import { maxAttachmentBytes } from "#modules/media/rules/limits.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import { isVideoAddress, maxAttachments } from "#modules/tasks/rules/stages.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { formatBytes } from "#ui/format.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { useObjectUrl } from "#ui/use-object-url.ts";

import { AttachmentsViewer, fileKey, fileName } from "../tasks/attachments-viewer.tsx";

interface ReferenceFilesProps {
  taskTitle: string;
  /** Newly chosen files. */
  files: readonly File[];
  /** URLs of the existing attachments to keep. */
  oldAttachments: readonly string[];
  disabled: boolean;
  onChange: (change: { files?: readonly File[]; oldAttachments?: readonly string[] }) => void;
}

/** Form field for the reference files of a task. */
export function ReferenceFiles({
  taskTitle,
  files,
  oldAttachments,
  disabled,
  onChange,
}: ReferenceFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const [viewed, setViewed] = useState<number | null>(null);
  const applyAndFocus = (change: Parameters<typeof onChange>[0]) => {
    onChange(change);
    adding.current?.focus();
  };
  const add = (list: FileList | null) => {
    const accepted = [...(list ?? [])].filter((file) => {
      const refusal = fileRefusal(file);
      if (refusal) toast.error(refusal);
      return refusal === null;
    });
    const all = [...new Map([...files, ...accepted].map((file) => [fileKey(file), file])).values()];
    const allowed = maxAttachments - oldAttachments.length;
    if (all.length > allowed) toast.error(tasksError("too_many_attachments").message);
    onChange({ files: all.slice(0, allowed) });
  };
  return (
    <Field label="Reference files" optional hint={`Up to ${maxAttachments} videos and images`}>
      {(wiring) => (
        <div className="flex flex-col items-start gap-3">
          {files.length + oldAttachments.length > 0 && (
            <ul className="grid w-full grid-cols-2 gap-3 sm:grid-cols-3">
              {oldAttachments.map((address, index) => (
                <Tile
                  key={address}
                  name={fileName(address)}
                  address={address}
                  video={isVideoAddress(address)}
                  disabled={disabled}
                  onView={() => setViewed(index)}
                  onRemove={() =>
                    applyAndFocus({ oldAttachments: oldAttachments.filter((other) => other !== address) })
                  }
                />
              ))}
              {files.map((file, index) => (
                <NewTile
                  key={fileKey(file)}
                  file={file}
                  disabled={disabled}
                  onView={() => setViewed(oldAttachments.length + index)}
                  onRemove={() => applyAndFocus({ files: files.filter((other) => other !== file) })}
                />
              ))}
            </ul>
          )}
          <input
            {...wiring}
            ref={input}
            type="file"
            accept="video/*,image/*"
            multiple
            disabled={disabled}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              add(event.target.files);
              event.target.value = "";
            }}
          />
          <Button ref={adding} size="small" disabled={disabled} onClick={() => input.current?.click()}>
            Add files
          </Button>
          {viewed !== null && (
            <AttachmentsViewer
              open
              onOpenChange={() => setViewed(null)}
              taskTitle={taskTitle}
              attachments={oldAttachments}
              files={files}
              startAt={viewed}
            />
          )}
        </div>
      )}
    </Field>
  );
}

function fileRefusal(file: File): string | null {
  if (!/^(video|image)\//.test(file.type)) return `${file.name} is not a video or an image.`;
  if (file.size > maxAttachmentBytes)
    return `${file.name} is larger than ${formatBytes(maxAttachmentBytes)}.`;
  return null;
}

interface TileProps {
  name: string;
  address: string | undefined;
  video: boolean;
  disabled: boolean;
  onView: () => void;
  onRemove: () => void;
}

function NewTile({ file, ...rest }: { file: File } & Omit<TileProps, "name" | "address" | "video">) {
  const address = useObjectUrl(file);
  return <Tile {...rest} name={file.name} address={address} video={file.type.startsWith("video/")} />;
}

function Tile({ name, address, video, disabled, onView, onRemove }: TileProps) {
  const shape = "aspect-video w-full rounded-sm bg-picture object-cover";
  return (
    <li className="relative min-w-0">
      <button
        type="button"
        aria-label={`View ${name}`}
        onClick={onView}
        className="relative block w-full rounded-sm"
      >
        {video ? (
          <>
            <video src={address} muted preload="metadata" className={shape} aria-hidden tabIndex={-1} />
            <span aria-hidden className="absolute inset-0 flex items-center justify-center">
              <span className="flex size-8 items-center justify-center rounded-full bg-ink text-on-ink">
                <Play className="ml-0.5 size-3.5 fill-current" />
              </span>
            </span>
          </>
        ) : (
          <img src={address} alt="" className={shape} />
        )}
      </button>
      <p className="mt-1 truncate text-sm text-soft">{name}</p>
      <IconButton
        size="small"
        label={`Remove ${name}`}
        icon={
          <span className="flex size-7 items-center justify-center rounded-sm bg-ink text-on-ink">
            <X aria-hidden className="size-4" />
          </span>
        }
        disabled={disabled}
        onClick={onRemove}
        className="absolute! top-0 right-0 items-start! justify-end! bg-transparent! p-1!"
      />
    </li>
  );
}
