import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";

import { tasksPath } from "#core/paths.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { useAction } from "#core/web/use-change.ts";
import { ChosenVideo } from "#modules/media/web/public/chosen-video.tsx";
import { discardUpload, runUpload } from "#modules/media/web/public/run-upload.ts";
import { UploadProgress } from "#modules/media/web/public/upload-progress.tsx";
import {
  dismissUpload,
  useRunningUpload,
  useUploadDone,
  versionKey,
} from "#modules/media/web/public/uploads.ts";
import { acceptedVideos, typeOfVideoFile } from "#modules/media/web/public/video-file.ts";
import { reviewEndpoints, type UnfinishedUpload, type Version } from "#modules/review/contract/versions.ts";
import { feedbackExcerpt } from "#modules/review/rules/versions.ts";
import { NotDoneNote, type OpenComments } from "#modules/review/web/public/open-comments.tsx";
import {
  beginVersion,
  fileFingerprint,
  unfinishedUploadQuery,
  versionsQuery,
} from "#modules/review/web/public/version-queries.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { Button } from "#ui/button.tsx";
import { DialogLoading } from "#ui/dialog-boundary.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { DropZone } from "#ui/drop-zone.tsx";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { formatPercent } from "#ui/format.ts";
import { Moment } from "#ui/timecode.tsx";

import { FileCheck } from "./file-check.tsx";

interface UploadDialogProps {
  taskId: number;
  taskTitle: string;
  /** Comments that the version should answer. */
  openComments: OpenComments | null;
  onClose: () => void;
}

/** Uploads the next version of a task. */
export function UploadDialog({ taskId, taskTitle, openComments, onClose }: UploadDialogProps) {
  const [chosen, setChosen] = useState<VideoFile | null>(null);
  const file = chosen?.file ?? null;
  const upload = useRunningUpload(taskId);
  const busy = upload !== null && upload.failure === null;
  const failure = upload?.failure ?? null;
  const selected = busy ? upload.video : chosen;
  // Loaded again when an upload has ended.
  const unfinished = useQuery({ ...unfinishedUploadQuery(taskId), enabled: !busy });
  useUploadDone(taskId, onClose);
  // The note on the last one would push the rest of the dialog down.
  const versions = useQuery(versionsQuery(taskId));

  const choose = async ([wanted]: readonly File[]) => {
    if (!wanted) return;
    dismissUpload(versionKey(taskId));
    const type = await typeOfVideoFile(wanted);
    const refusal = reviewEndpoints.beginVersion.body.shape.bytes.safeParse(wanted.size).error?.issues[0];
    if (refusal) toast.error(refusal.message);
    else if (type === null) window.alert("Please upload a video file");
    else setChosen({ file: wanted, type });
  };
  const send = () => {
    if (!chosen) {
      toast.error("Please select a video file to upload");
      return;
    }
    uploadVersion({ taskId, taskTitle }, chosen);
  };

  if (versions.isLoading) return <DialogLoading />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Upload video"
      description={taskTitle}
      size="medium"
      // The player of a file that can't be played disappears, and the findings are known later.
      {...(selected && { height: "wide:h-[min(86dvh,32dvh+32rem)]" })}
      footer={
        busy ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={send}>
              Upload
            </Button>
          </>
        )
      }
    >
      <LastVersion last={versions.data?.[0]} />
      {openComments && openComments.notDone > 0 && (
        <Note>
          <NotDoneNote openComments={openComments} onFollow={onClose} />
        </Note>
      )}
      {selected && (
        <div key={fileFingerprint(selected.file)}>
          <ChosenVideo {...selected} />
          <FileCheck taskId={taskId} file={selected.file} />
        </div>
      )}
      {busy ? (
        <div ref={scrollIntoView} className="mt-5 scroll-mb-6">
          <UploadProgress upload={upload} />
          <p className="mt-4 text-sm text-soft">
            You can close this dialog and work on other screens. If you close the tab, choose the same file
            again to resume the upload.
          </p>
        </div>
      ) : (
        <>
          {failure && (
            <div ref={scrollIntoView} className="mt-4 scroll-mt-24 scroll-mb-24">
              <Note tone="fault">Upload failed: {failure}</Note>
            </div>
          )}
          {unfinished.data && (
            <UnfinishedNote
              upload={unfinished.data}
              chosen={file}
              onDiscarded={() => void unfinished.refetch()}
            />
          )}
          <DropZone
            title={file ? "Drop another video to replace it" : "Drop the edited video here"}
            touchTitle={file ? "Choose another video" : "Choose the edited video"}
            hint="Max: 1 video file"
            accept={acceptedVideos}
            onFiles={(files) => void choose(files)}
            className={file ? "mt-5 gap-3! py-5!" : undefined}
          />
        </>
      )}
    </Dialog>
  );
}

interface VideoFile {
  file: File;
  type: string;
}

/** Uploads the next version, also after the dialog is closed. */
function uploadVersion(
  { taskId, taskTitle }: Pick<UploadDialogProps, "taskId" | "taskTitle">,
  { file, type }: VideoFile,
): void {
  void runUpload({
    taskId,
    title: taskTitle,
    path: tasksPath("EDITOR", taskId),
    file,
    type,
    open: () => beginVersion(taskId, file, type),
    done: () => {
      toast.success("Video uploaded successfully!");
      notifyThisClient(taskChanged, { taskId });
    },
    failed: (message) => {
      toast.error(`Upload failed: ${message}`);
      notifyThisClient(taskChanged, { taskId });
    },
    left: () => toast.warning(`The upload of ${file.name} stopped. Choose the same file again to resume it.`),
  });
}

/** Scrolls to the progress, which on small screens would be below the visible part of the dialog. */
function scrollIntoView(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: "nearest" });
}

/** Notes on the last version for the editor who uploads the next one. */
function LastVersion({ last }: { last: Version | undefined }) {
  if (last?.state === "preparing") {
    return (
      <Note>Version {last.number} was uploaded and is being prepared. The review starts automatically.</Note>
    );
  }
  if (last?.state === "refused") {
    return (
      <Note>
        <span className="font-medium">{last.fileName}</span> can't be used. {last.refusal}
      </Note>
    );
  }
  if (last?.state === "rejected" && last.feedback) {
    return (
      <Note>
        <span className="block text-sm text-soft">Requested changes to version {last.number}</span>
        <ExpandableText text={last.feedback} limit={feedbackExcerpt} />
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

/** An interrupted upload, which can be resumed with the same file or discarded. */
function UnfinishedNote({ upload, chosen, onDiscarded }: UnfinishedProps) {
  const { fileName, fingerprint, received, bytes, uploadUrl, keptUntil } = upload;
  const discard = useAction(() => discardUpload(uploadUrl), { onSettled: onDiscarded });
  const percent = <span className="numerals">{formatPercent((received / bytes) * 100)}</span>;
  const same = chosen !== null && fileFingerprint(chosen) === fingerprint;
  const name = <span className="font-medium">{fileName}</span>;
  return (
    <Note>
      {same ? (
        <>This upload will resume at {percent}.</>
      ) : chosen?.name === fileName ? (
        <>
          {name} changed after {percent} of it was uploaded. Discard that upload to start again.
        </>
      ) : (
        <>
          The upload of {name} stopped at {percent}. Choose the same file to resume it, or discard it to
          upload another one. It expires on <Moment at={new Date(keptUntil)} tone="ink" />.
        </>
      )}
      {!same && (
        <Button
          size="small"
          className="mt-3 flex!"
          busy={discard.isPending && "Discarding..."}
          onClick={() => discard.mutate()}
        >
          Discard upload
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
