import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import type { ReactNode } from "react";
import { toast } from "sonner";

import { copyText } from "#core/web/secure-context.ts";
import { useAction } from "#core/web/use-change.ts";
import type { FootageFile } from "#modules/footage/contract/files.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { formatBytes } from "#ui/format.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Moment } from "#ui/timecode.tsx";

import { downloadFile } from "../downloads/use-download.ts";
import { FileView } from "./file-view.tsx";
import { kindNames } from "./kind-names.ts";

interface FileDialogProps {
  file: FootageFile;
  /** The files before and after it in the list. */
  previous: FootageFile | undefined;
  next: FootageFile | undefined;
  onShow: (file: FootageFile) => void;
  onClose: () => void;
}

/** One file with its picture or playback, and the proof that it is what was sent. */
export function FileDialog({ file, previous, next, onShow, onClose }: FileDialogProps) {
  const step = (target: FootageFile | undefined, label: string, icon: ReactNode) => (
    <IconButton
      label={label}
      icon={icon}
      aria-disabled={!target}
      onClick={() => {
        if (target) onShow(target);
      }}
    />
  );
  return (
    <Dialog
      open
      size="large"
      height="wide:h-[86dvh]"
      onOpenChange={onClose}
      title={
        <span dir="auto" className="wrap-anywhere">
          {file.name}
        </span>
      }
      description={file.folder || undefined}
      footer={
        <>
          <span className="mr-auto flex gap-1">
            {step(previous, "Previous file", <ChevronLeft aria-hidden className="size-5" />)}
            {step(next, "Next file", <ChevronRight aria-hidden className="size-5" />)}
          </span>
          {file.url !== null && (
            <Button variant="primary" onClick={() => downloadFile(file)}>
              <Download aria-hidden className="size-4" />
              Download
            </Button>
          )}
        </>
      }
    >
      <FileView key={file.id} file={file} />
      <Proof file={file} />
    </Dialog>
  );
}

function Proof({ file }: { file: FootageFile }) {
  const { sha256 } = file;
  const copy = useAction(async (text: string) => {
    await copyText(text);
    toast.success("Checksum copied");
  });
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Fact name="Sent by">{file.sentBy?.name ?? "Deleted account"}</Fact>
      <Fact name="Sent">
        <Moment at={new Date(file.sentAt)} form="deadline" tone="ink" />
      </Fact>
      <Fact name="Kind">{kindNames[file.kind].label}</Fact>
      <Fact name="Size">
        <span className="numerals">
          {formatBytes(file.bytes)} ({file.bytes.toLocaleString("en")} bytes)
        </span>
      </Fact>
      <Fact name="SHA-256">
        {sha256 === null ? (
          file.state === "verified" ? (
            "Being computed"
          ) : (
            "None: send the file again"
          )
        ) : (
          <span className="flex flex-wrap items-center gap-x-3">
            <code className="numerals text-sm break-all">{sha256}</code>
            <Button size="small" variant="quiet" onClick={() => copy.mutate(sha256)} className="-ml-3">
              Copy
            </Button>
          </span>
        )}
      </Fact>
      <Fact name="Check">{checkText(file)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-sm text-soft max-sm:-mb-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function checkText({ state, compared, sha256 }: FootageFile): ReactNode {
  if (state === "damaged") {
    return (
      <span className="text-fault">
        Damaged: the stored file has another checksum than the one that was sent. Send it again.
      </span>
    );
  }
  if (state === "missing") {
    return <span className="text-fault">Missing: the file is no longer stored. Send it again.</span>;
  }
  if (sha256 === null) return "Not checked yet";
  if (compared) return "Verified: the stored file has the checksum that the sender's browser computed";
  return "Read again after upload; the sender's browser sent no checksum";
}
