import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { showErrorToast } from "#ui/error-toast.ts";
import { IconButton } from "#ui/icon-button.tsx";

import { originalUrl } from "../queries.ts";

/** Saves the original of the approved version, for creators who also publish elsewhere. */
export function DownloadOriginal({ taskId }: { taskId: number }) {
  const download = useMutation({
    mutationFn: () => originalUrl(taskId),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => showErrorToast(error),
  });
  return (
    <IconButton
      label="Download the original"
      icon={<Download aria-hidden className="size-5" strokeWidth={1.75} />}
      disabled={download.isPending}
      onClick={() => download.mutate()}
    />
  );
}
