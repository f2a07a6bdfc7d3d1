import { Download } from "lucide-react";

import { useChange } from "#core/web/use-change.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { IconButton } from "#ui/icon-button.tsx";

/** Saves the original of the approved version, for creators who also publish elsewhere. */
export function DownloadOriginal({ taskId }: { taskId: number }) {
  const download = useChange(reviewEndpoints.original, {
    onSuccess: ({ data }) => window.location.assign(data.url),
  });
  return (
    <IconButton
      label="Download the original"
      icon={<Download aria-hidden className="size-5" strokeWidth={1.75} />}
      disabled={download.isPending}
      onClick={() => download.mutate({ params: { id: taskId } })}
    />
  );
}
