import { lazy, useLayoutEffect, useMemo } from "react";
import { useSearchParams } from "react-router";

import { compareParameter } from "#core/paths.ts";
import {
  attachPlayer,
  keepView,
  setGuides,
  setLoop,
  useReview,
  useReviewSession,
  viewControl,
} from "#modules/feedback/web/public/review-session.tsx";
import type { Guides } from "#modules/media/contract/guides.ts";
import type { FrameRange } from "#modules/media/rules/frames.ts";
import { isPlayable } from "#modules/media/rules/playback.ts";
import type { ControlledPlayer } from "#modules/media/web/public/use-player-controls.ts";
import { VideoPlayer, type VideoPlayerProps } from "#modules/media/web/public/video-player.tsx";
import type { Preview } from "#modules/review/contract/versions.ts";
import { useRoomSession } from "#modules/rooms/web/public/room-session.tsx";
import { LoadBoundary } from "#ui/load-boundary.tsx";

import { comparedVersion } from "../compare/compared-version.ts";
import { ComparisonSkeleton } from "../compare/comparison-skeleton.tsx";
import { PanelButton, useStage } from "./preview-stage.tsx";

const ComparedVersions = lazy(async () => ({
  default: (await import("../compare/compared-versions.tsx")).ComparedVersions,
}));

export interface VersionPlayerProps extends Pick<
  VideoPlayerProps,
  | "playback"
  | "title"
  | "onRefresh"
  | "onConvert"
  | "startFrame"
  | "overlay"
  | "screenOverlay"
  | "marks"
  | "ranges"
  | "loudness"
  | "chapters"
  | "renderOnTimeline"
  | "frameName"
  | "shortcuts"
> {
  /** The version, if it can be compared with others. */
  preview?: Preview;
  /** Called with the id of the comment whose mark was chosen. */
  onSelectMark: (id: string) => void;
  /** Called with the key of the finding whose range was chosen. */
  onSelectRange?: (key: string) => void;
}

/**
 * The player of a review: keeps the frame and loop of the session up to date. At `?version=3&compare=2`
 * it compares two versions and stays on the displayed frame.
 */
export function VersionPlayer({ preview, onSelectMark, onSelectRange, ...video }: VersionPlayerProps) {
  const session = useReviewSession();
  const { setState, getState } = session;
  const room = useRoomSession();
  const guides = useReview((state) => state.guides);
  const { element, showTab, setHasPanel } = useStage();
  const [search, setSearch] = useSearchParams();
  const report = useMemo(
    () => ({
      onFrame: (frame: number) => setState({ frame }),
      view: viewControl(session),
      onLoop: (loop: FrameRange | null) => {
        // The room has set that of the session before.
        if (getState().loop !== loop) setLoop(session, loop);
      },
      ref: (attached: ControlledPlayer | null) => {
        attachPlayer(session, attached);
        room.attachPlayer(attached, performance.now());
      },
    }),
    [session, setState, getState, room],
  );
  const guidesChoice = useMemo(
    () => ({ guides, choose: (next: Guides) => setGuides(session, next) }),
    [guides, session],
  );
  useLayoutEffect(() => () => setState({ frame: null, loop: null }), [setState]);
  const { width, height } = video.playback;
  useLayoutEffect(() => {
    if (width && height) keepView(session, width, height);
  }, [session, width, height]);
  const shared = {
    ...video,
    ...report,
    guides: guidesChoice,
    stage: element,
    controls: <PanelButton />,
    onSelectMark: (id: string) => {
      showTab("comments");
      onSelectMark(id);
    },
    onSelectRange: (key: string) => {
      showTab("check");
      onSelectRange?.(key);
    },
  };
  const version = preview?.version?.number;
  const other = comparedVersion(search);
  const isCompared =
    preview !== undefined && isPlayable(video.playback) && other !== null && other !== version;
  // Two pictures need the width of the panel, which a button shows again.
  useLayoutEffect(() => {
    if (!isCompared || !window.matchMedia("(width >= 1100px)").matches) return;
    setHasPanel(false);
    return () => setHasPanel(true);
  }, [isCompared, setHasPanel]);
  if (!isCompared || version === undefined) return <VideoPlayer {...shared} />;
  const close = () => {
    const next = new URLSearchParams(search);
    next.delete(compareParameter);
    const { frame } = getState();
    if (frame !== null) next.set("frame", String(frame));
    setSearch(next);
  };
  return (
    <LoadBoundary fallback={<ComparisonSkeleton />}>
      <ComparedVersions {...shared} preview={preview} version={version} other={other} onClose={close} />
    </LoadBoundary>
  );
}
