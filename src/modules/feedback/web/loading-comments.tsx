import type { ReactNode, RefObject } from "react";

import type { VideoPlayerHandle } from "#modules/media/web/use-player-controls.ts";
import type { VideoPlayerProps } from "#modules/media/web/video-player.tsx";
import type { Preview } from "#modules/review/contract.ts";
import type { PanelTab } from "#modules/review/web/public/preview-stage.tsx";
import type { Side } from "#modules/tasks/rules.ts";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";

/** What the comments add to the preview. */
export interface PreviewExtras extends Pick<
  VideoPlayerProps,
  "overlay" | "marks" | "onSelectMark" | "onFrame" | "onLoop" | "shortcuts" | "startFrame"
> {
  /** Shown instead of a video that can't be watched any more. */
  picture?: ReactNode;
  /** Buttons beside the editor's name. */
  actions?: ReactNode;
  /** The first tab of the panel. */
  tab?: PanelTab | undefined;
}

export interface PreviewExtension {
  preview: Preview;
  side: Side;
  /** The player; its current is null while there is no video to watch. */
  player: RefObject<VideoPlayerHandle | null>;
  /** Renders the preview with the extras. */
  children: (extras: PreviewExtras) => ReactNode;
}

export function LoadingComments() {
  return (
    <SkeletonGroup label="Loading comments" className="min-h-0 grow overflow-hidden">
      {["first", "second", "third"].map((row) => (
        <span key={row} className="block border-b py-4">
          <span className="mb-3 flex justify-between">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-20" />
          </span>
          <SkeletonText lines={2} />
        </span>
      ))}
    </SkeletonGroup>
  );
}
