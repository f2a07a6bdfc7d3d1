import { ChevronLeft, ChevronRight } from "lucide-react";
import { useNavigate } from "react-router";

import { previewPath } from "#core/paths.ts";
import { useWaitingVideos } from "#modules/board/web/public/use-waiting-videos.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { usePageKeys } from "#ui/use-page-keys.ts";

/** Leads to the previous and next video that waits for the user's decision. */
export function VideoSteps({ taskId }: { taskId: number }) {
  const navigate = useNavigate();
  const { previous, next } = useWaitingVideos(taskId);
  const toPrevious = previous && (() => void navigate(previewPath(previous.taskId)));
  const toNext = next && (() => void navigate(previewPath(next.taskId)));
  usePageKeys({ ...(toPrevious && { "shift+p": toPrevious }), ...(toNext && { "shift+n": toNext }) });
  if (!toPrevious && !toNext) return null;
  return (
    <nav aria-label="Videos to review" className="flex shrink-0">
      <IconButton
        label={previous ? `Previous video to review: ${previous.taskTitle}` : "No previous video to review"}
        icon={<ChevronLeft aria-hidden className="size-5" strokeWidth={1.75} />}
        disabled={!toPrevious}
        onClick={toPrevious ?? undefined}
        className="max-wide:hidden"
      />
      <IconButton
        label={next ? `Next video to review: ${next.taskTitle}` : "No next video to review"}
        icon={<ChevronRight aria-hidden className="size-5" strokeWidth={1.75} />}
        disabled={!toNext}
        onClick={toNext ?? undefined}
      />
    </nav>
  );
}
