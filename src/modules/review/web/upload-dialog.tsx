import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";

import { ChosenVideo } from "#modules/media/web/chosen-video.tsx";
import { UploadProgress } from "#modules/media/web/upload-progress.tsx";
import { discardUpload, useUpload } from "#modules/media/web/upload.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { DropZone } from "#ui/drop-zone.tsx";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { formatPercent } from "#ui/format.ts";
import { Moment } from "#ui/timecode.tsx";

import type { UnfinishedUpload } from "../contract.ts";
import { wordsShown } from "./excerpt.ts";
import { beginVersion, fingerprintOf, unfinishedUploadQuery, versionsQuery } from "./queries.ts";

interface UploadDialogProps {
  taskId: number;
  taskTitle: string;
  onClose: () => void;
}

/** Uploads the next version of a task (specification, sections 2 and 4, "Upload dialog"). */
export function UploadDialog({ taskId, taskTitle, onClose }: UploadDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const queries = useQueryClient();
  const unfinished = useQuery(unfinishedUploadQuery(taskId));
  const upload = useUpload({
    done: () => {
      toast.success("Video uploaded successfully!");
      void queries.invalidateQueries({ queryKey: ["tasks"] });
      void queries.invalidateQueries({ queryKey: ["versions", taskId] });
      onClose();
    },
    failed: (message) => {
      toast.error(`Upload failed: ${message}`);
      setFailure(message);
      void unfinished.refetch();
    },
    left: (fileName) =>
      toast.warning(`The upload of ${fileName} has stopped. Choose the same file again to continue it.`),
  });

  const choose = ([chosen]: readonly File[]) => {
    if (!chosen) return;
    setFailure(null);
    if (chosen.type.startsWith("video/")) setFile(chosen);
    else window.alert("Please upload a video file");
  };
  const send = () => {
    setFailure(null);
    if (file) void upload.start(file, () => beginVersion(taskId, file));
    else toast.error("Please select a video file to upload");
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      locked={upload.busy}
      title="Upload video"
      description={taskTitle}
      size="medium"
      footer={
        upload.busy ? undefined : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={send}>
              Upload
            </Button>
          </>
        )
      }
    >
      <Before taskId={taskId} />
      {file && <ChosenVideo key={`${file.name}:${file.lastModified}`} file={file} />}
      {upload.busy ? (
        <div ref={bringIntoSight} className="mt-5 scroll-mb-6">
          <UploadProgress
            state={upload.state}
            onPause={upload.pause}
            onResume={upload.resume}
            onCancel={() => void upload.cancel().then(() => unfinished.refetch())}
          />
          <p className="mt-4 text-sm text-soft">
            Keep this page open. If it closes anyway, choose the same file again: the upload continues where
            it stopped.
          </p>
        </div>
      ) : (
        <>
          {failure && (
            <div ref={bringIntoSight} className="mt-4 scroll-mt-24 scroll-mb-24">
              <Note tone="fault">Upload failed: {failure}</Note>
            </div>
          )}
          {unfinished.data && (
            <Unfinished
              upload={unfinished.data}
              chosen={file}
              onDiscarded={() => void unfinished.refetch()}
            />
          )}
          <DropZone
            title={file ? "Drop another one to replace it" : "Drop the edited video here"}
            touchTitle={file ? "Choose another one to replace it" : "Choose the edited video"}
            hint="Max: 1 video file"
            accept="video/*"
            onFiles={choose}
            className={file ? "mt-5 gap-3! py-5!" : undefined}
          />
        </>
      )}
    </Dialog>
  );
}

/** On low screens the player leaves what happens with the upload below the dialog's edge. */
function bringIntoSight(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: "nearest" });
}

/** What became of the last version, where the editor has to know it before sending another. */
function Before({ taskId }: { taskId: number }) {
  const last = useQuery(versionsQuery(taskId)).data?.[0];
  if (last?.state === "preparing") {
    return (
      <Note>
        Version {last.number} has arrived and is being made watchable. It goes into review by itself.
      </Note>
    );
  }
  if (last?.state === "refused") {
    return (
      <Note>
        <span className="font-medium">{last.fileName}</span> can’t be used. {last.refusal}
      </Note>
    );
  }
  if (last?.state === "rejected" && last.feedback) {
    return (
      <Note>
        <span className="block text-sm text-soft">Asked for after version {last.number}</span>
        <ExpandableText text={last.feedback} limit={wordsShown} />
      </Note>
    );
  }
  return null;
}

interface UnfinishedProps {
  upload: UnfinishedUpload;
  chosen: File | null;
  onDiscarded: () => void;
}

/** An upload that was interrupted: continued by the same file, or discarded for another one. */
function Unfinished({ upload, chosen, onDiscarded }: UnfinishedProps) {
  const { fileName, fingerprint, received, bytes, uploadUrl, keptUntil } = upload;
  const discard = useMutation({
    mutationFn: () => discardUpload(uploadUrl),
    onSettled: onDiscarded,
  });
  const percent = <span className="numerals">{formatPercent((received / bytes) * 100)}</span>;
  const same = chosen !== null && fingerprintOf(chosen) === fingerprint;
  const name = <span className="font-medium">{fileName}</span>;
  return (
    <Note>
      {same ? (
        <>This upload continues at {percent}.</>
      ) : chosen?.name === fileName ? (
        <>
          {name} has changed since {percent} of it were sent. Discard those to send it as it is now.
        </>
      ) : (
        <>
          {name} has not arrived completely. Choose the same file to continue at {percent}, or discard it to
          send another one. It is kept until <Moment at={new Date(keptUntil)} tone="ink" />.
        </>
      )}
      {!same && (
        <Button
          size="small"
          className="mt-3 flex!"
          busy={discard.isPending && "Discarding..."}
          onClick={() => discard.mutate()}
        >
          Discard it
        </Button>
      )}
    </Note>
  );
}

function Note({ tone = "amber", children }: { tone?: keyof typeof edges; children: ReactNode }) {
  return (
    <div className={`mb-4 border-l-2 not-first:mt-4 ${edges[tone]} py-1 pl-4 break-words`}>{children}</div>
  );
}

const edges = { amber: "border-amber", fault: "border-fault" };
