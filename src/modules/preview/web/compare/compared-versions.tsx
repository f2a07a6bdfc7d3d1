import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { isNotFound } from "#core/error.ts";
import { versionParameter } from "#core/paths.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { isPlayable } from "#modules/media/rules/playback.ts";
import { VideoPlayer, type VideoPlayerProps } from "#modules/media/web/public/video-player.tsx";
import type { Preview } from "#modules/review/contract/versions.ts";
import { previewQuery } from "#modules/review/web/public/preview-query.ts";
import { buttonClass } from "#ui/button-class.ts";
import { ErrorState } from "#ui/error-state.tsx";

import { ComparePlayer } from "./compare-player.tsx";
import { ComparisonSkeleton } from "./comparison-skeleton.tsx";

interface ComparedVersionsProps extends VideoPlayerProps {
  preview: Preview;
  /** Number of the version that is reviewed, and of the one it is compared with. */
  version: number;
  other: number;
  onClose: () => void;
}

/** Loads the other version and compares both, or plays the reviewed one and says why they can't be compared. */
export function ComparedVersions({ preview, version, other, ...player }: ComparedVersionsProps) {
  const loaded = useQuery(previewQuery(preview.taskId, other));
  const error = useLoadingError(loaded);
  if (error) {
    return (
      <>
        <ErrorState
          className="mb-3"
          message={error}
          {...(!isNotFound(error) && { onRetry: () => void loaded.refetch() })}
          retrying={loaded.isFetching}
          action={
            <Link to={`?${versionParameter}=${version}`} className={buttonClass("outline", "small")}>
              Close the comparison
            </Link>
          }
        />
        <VideoPlayer {...player} />
      </>
    );
  }
  if (!loaded.data) return <ComparisonSkeleton />;
  const { playback } = loaded.data;
  if (!playback || !isPlayable(playback)) {
    return (
      <>
        <p className="mb-3 border-l-2 border-amber py-1 pl-4 text-soft">
          Version {other} can't be compared because its video was deleted.{" "}
          <Link to={`?${versionParameter}=${version}`} className="link">
            Close the comparison
          </Link>
        </p>
        <VideoPlayer {...player} />
      </>
    );
  }
  const { onRefresh } = player;
  return (
    <>
      {playback.kept && (
        <p className="mb-2 text-sm text-soft low:hidden">
          Version {other} is kept{playback.kept === "light" ? " in reduced quality" : ""} for comparison until
          the task ends.
        </p>
      )}
      <ComparePlayer
        key={playback.videoId}
        {...player}
        version={version}
        other={{ version: other, playback }}
        onRefresh={() => {
          onRefresh();
          void loaded.refetch();
        }}
      />
    </>
  );
}
