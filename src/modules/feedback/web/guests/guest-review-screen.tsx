import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useCallback, useId, useMemo, useRef, useState } from "react";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import { guestEndpoints, type GuestPreview } from "#modules/feedback/contract/guests.ts";
import type { FrameRange } from "#modules/media/rules/frames.ts";
import type { VideoPlayerHandle } from "#modules/media/web/use-player-controls.ts";
import { VideoPlayer } from "#modules/media/web/video-player.tsx";
import { PanelButton, PreviewStage } from "#modules/review/web/public/preview-stage.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { InTopBar } from "#ui/top-bar-slot.ts";

import { changeLoop, createDraftStore } from "../draft-store.ts";
import { createFrameStore } from "../frame-store.ts";
import { PictureOverlay } from "../picture-overlay.tsx";
import { useEditedComment } from "../use-edited-comment.ts";
import { GuestComments } from "./guest-comments.tsx";
import { GuestDrawing } from "./guest-drawing.tsx";
import { GuestEntry } from "./guest-entry.tsx";
import { GuestPage, LoadingReview } from "./guest-page.tsx";
import { guestPreviewQuery } from "./queries.ts";
import { Watermark } from "./watermark.tsx";

interface GuestReviewScreenProps {
  linkId: string;
  /** From the fragment of the URL. */
  secret: string;
}

/** The review of a version by a person without an account: first a form for the name, then player and comments. */
export function GuestReviewScreen({ linkId, secret }: GuestReviewScreenProps) {
  const preview = useQuery(guestPreviewQuery(linkId));
  if (preview.data)
    return <Review key={preview.data.playback.videoId} linkId={linkId} preview={preview.data} />;
  const isUnknown = preview.error instanceof AppError && preview.error.code === "no_guest";
  if (isUnknown) return <GuestEntry linkId={linkId} secret={secret} />;
  return (
    <GuestPage>
      {preview.error && (
        <ErrorState
          message={preview.error.message}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      )}
      {preview.isPending && <LoadingReview />}
    </GuestPage>
  );
}

function Review({ linkId, preview }: { linkId: string; preview: GuestPreview }) {
  const queries = useQueryClient();
  const player = useRef<VideoPlayerHandle>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [hasPanel, setHasPanel] = useState(true);
  const frames = useMemo(() => createFrameStore(), []);
  const inputId = useId();
  const draft = useMemo(() => createDraftStore(`guest ${linkId}`), [linkId]);
  const { edited, setEdited } = useEditedComment(draft);
  const onLoop = useCallback((range: FrameRange | null) => changeLoop(draft, range), [draft]);
  const { playback, taskTitle, name, version, endsAt } = preview;
  const aspect = (playback.width ?? 16) / (playback.height ?? 9);
  const end = () => void queries.resetQueries({ queryKey: guestPreviewQuery(linkId).queryKey });
  return (
    <>
      <title>{`${taskTitle} · Reelay`}</title>
      <InTopBar>
        <h1 className="flex min-w-0 flex-1 items-baseline gap-3 text-base">
          <span dir="auto" title={taskTitle} className="min-w-0 truncate font-semibold">
            {taskTitle}
          </span>
          <Badge className="shrink-0">v{version}</Badge>
        </h1>
        <span className="flex items-center justify-between gap-4 empty:hidden max-md:stacked:order-last max-md:stacked:basis-full max-md:stacked:pb-2">
          {endsAt && <Countdown until={new Date(endsAt)} endText="time is up" onEnd={end} />}
          {preview.mayDownload && <DownloadButton linkId={linkId} />}
        </span>
      </InTopBar>
      <PreviewStage
        ref={stage}
        hasPanel={hasPanel}
        tab={null}
        onTab={() => undefined}
        tabs={[
          {
            value: "comments",
            label: "Comments",
            content: (
              <GuestComments
                {...{ linkId, preview, draft, frames, player, inputId, setEdited }}
                onEnd={end}
              />
            ),
          },
        ]}
      >
        {playback.fileUrl || playback.playlistUrl ? (
          <VideoPlayer
            ref={player}
            playback={playback}
            title={taskTitle}
            stage={stage}
            onRefresh={() => void queries.invalidateQueries({ queryKey: guestPreviewQuery(linkId).queryKey })}
            controls={<PanelButton shown={hasPanel} onToggle={() => setHasPanel(!hasPanel)} />}
            onFrame={frames.set}
            onLoop={onLoop}
            overlay={
              <>
                <GuestDrawing {...{ linkId, frames, aspect }} editedId={edited?.id} />
                <PictureOverlay
                  {...{ frames, aspect }}
                  draft={edited?.draft ?? draft}
                  selected={null}
                  onLeave={() => document.getElementById(edited?.inputId ?? inputId)?.focus()}
                />
                <Watermark name={name} />
              </>
            }
          />
        ) : (
          <p className="text-soft">The video is being prepared. Reload the page in a few minutes.</p>
        )}
      </PreviewStage>
    </>
  );
}

function DownloadButton({ linkId }: { linkId: string }) {
  const download = useMutation({
    mutationFn: async () => (await call(guestEndpoints.guestDownload, { params: { linkId } })).data,
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => showErrorToast(error),
  });
  return (
    <Button size="small" onClick={() => download.mutate()} busy={download.isPending && "Preparing..."}>
      <Download aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Download</span>
    </Button>
  );
}
