import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { ChosenVideo } from "#product/media/web/chosen-video.tsx";
import { UploadProgress } from "#product/media/web/upload-progress.tsx";
import { useUpload } from "#product/media/web/upload.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { DropZone } from "#ui/drop-zone.tsx";
import { formatPercent } from "#ui/format.ts";

import { beginVersion, unfinishedUploadQuery } from "./queries.ts";

interface UploadDialogProps {
  taskId: number;
  taskTitle: string;
  onClose: () => void;
}

/** Uploads the next version of a task (specification, sections 2 and 4, "Upload dialog"). */
export function UploadDialog({ taskId, taskTitle, onClose }: UploadDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const queries = useQueryClient();
  const unfinished = useQuery(unfinishedUploadQuery(taskId));
  const upload = useUpload({
    done: () => {
      toast.success("Video uploaded successfully!");
      void queries.invalidateQueries({ queryKey: ["tasks"] });
      onClose();
    },
    failed: (message) => {
      toast.error(`Upload failed: ${message}`);
      void unfinished.refetch();
    },
  });

  const choose = ([chosen]: readonly File[]) => {
    if (!chosen) return;
    if (chosen.type.startsWith("video/")) setFile(chosen);
    else window.alert("Please upload a video file");
  };
  const send = () => {
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
      {file && <ChosenVideo key={`${file.name}:${file.lastModified}`} file={file} />}
      {upload.busy ? (
        <div className="mt-5">
          <UploadProgress
            state={upload.state}
            onPause={upload.pause}
            onResume={upload.resume}
            onCancel={() => void upload.cancel()}
          />
          <p className="mt-4 text-sm text-soft">
            Keep this page open. If it closes anyway, choose the same file again: the upload continues where
            it stopped.
          </p>
        </div>
      ) : (
        <>
          {unfinished.data && !file && <Unfinished {...unfinished.data} />}
          <DropZone
            title={file ? "Drop another one to replace it" : "Drop the edited video here"}
            hint="Max: 1 video file"
            accept="video/*"
            onFiles={choose}
            className={file ? "mt-5 py-5" : undefined}
          />
        </>
      )}
    </Dialog>
  );
}

function Unfinished({ fileName, received, bytes }: { fileName: string; received: number; bytes: number }) {
  return (
    <p className="mb-4 border-l-2 border-amber py-1 pl-4">
      <span className="font-medium">{fileName}</span> is uploaded to{" "}
      <span className="numerals">{formatPercent(Math.floor((received / bytes) * 100))}</span>. Choose the same
      file to continue there.
    </p>
  );
}
