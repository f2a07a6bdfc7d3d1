import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { AppError } from "#core/error.ts";
import { reloadQueries } from "#core/web/reload-queries.ts";
import { useChange } from "#core/web/use-change.ts";
import { guestEndpoints, type GuestPreview } from "#modules/feedback/contract/guests.ts";
import { GuestComments, useGuestTimeline } from "#modules/feedback/web/public/guest-comments.tsx";
import { GuestOverlay } from "#modules/feedback/web/public/guest-overlay.tsx";
import { guestPreviewQuery } from "#modules/feedback/web/public/guest-queries.ts";
import { ReviewSession } from "#modules/feedback/web/public/review-session.tsx";
import { useGuestUpdates } from "#modules/feedback/web/public/use-guest-updates.ts";
import { isPlayable } from "#modules/media/rules/playback.ts";
import {
  JoinBar,
  RoomBar,
  RoomPicture,
  RoomPresence,
  RoomWaitingNote,
} from "#modules/rooms/web/public/room-parts.tsx";
import { RoomSessionProvider, useDisplayedVersion } from "#modules/rooms/web/public/room-session.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { InTopBar } from "#ui/top-bar-slot.ts";

import { GuestEntry } from "../guests/guest-entry.tsx";
import { Watermark } from "../guests/watermark.tsx";
import { MissingAtEnd } from "../page/preview-line.tsx";
import { PreviewStage } from "../player/preview-stage.tsx";
import { SkipToComment } from "../player/skip-to-comment.tsx";
import { VersionPlayer } from "../player/version-player.tsx";
import { GuestPage, LoadingReview } from "./guest-page.tsx";

interface GuestReviewScreenProps {
  linkId: string;
  /** From the fragment of the URL. */
  secret: string;
}

/** The review of a version by a person without an account: first a form for the name, then player and comments. */
export function GuestReviewScreen({ linkId, secret }: GuestReviewScreenProps) {
  const preview = useQuery(guestPreviewQuery(linkId));
  if (preview.data) {
    return (
      <ReviewSession
        key={preview.data.playback.videoId}
        draftKey={`guest ${linkId}`}
        guidesKey={`guest ${linkId}`}
      >
        <RoomSessionProvider access={{ kind: "guest", linkId }}>
          <Review linkId={linkId} preview={preview.data} />
        </RoomSessionProvider>
      </ReviewSession>
    );
  }
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
  useDisplayedVersion({ version: preview.version, compare: null, frame: undefined, navigate: ignore });
  const { marks, show } = useGuestTimeline(linkId, preview);
  const { playback, taskTitle, name, version, endsAt } = preview;
  const aspect = (playback.width ?? 16) / (playback.height ?? 9);
  const { queryKey } = guestPreviewQuery(linkId);
  const refresh = () => void reloadQueries(queries, [queryKey]);
  const convert = useChange(guestEndpoints.convertForGuest, { onSuccess: refresh });
  const end = () => void queries.resetQueries({ queryKey });
  useGuestUpdates(linkId, end);
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
        head={
          <>
            <output className="block empty:hidden">
              {preview.mayWatchTogether && <JoinBar access={{ kind: "guest", linkId }} />}
            </output>
            <div className="shrink-0 px-4 py-3 text-sm empty:hidden">
              <MissingAtEnd playback={playback} />
            </div>
          </>
        }
        tabs={[
          {
            value: "comments",
            label: "Comments",
            content: <GuestComments linkId={linkId} preview={preview} />,
          },
        ]}
      >
        {preview.mayComment && isPlayable(playback) && <SkipToComment />}
        <RoomBar invitePath={null} userId={undefined} manages={false} linkedVersion={version} />
        {isPlayable(playback) ? (
          <VersionPlayer
            playback={playback}
            title={taskTitle}
            frameName={preview.mayDownload ? `${taskTitle} v${version}` : undefined}
            onRefresh={refresh}
            onConvert={() => convert.mutateAsync({ params: { linkId } })}
            marks={marks}
            onSelectMark={show}
            renderOnTimeline={(toPercent) => <RoomPresence version={version} toPercent={toPercent} />}
            overlay={
              <>
                <GuestOverlay linkId={linkId} aspect={aspect} />
                <RoomPicture version={version} aspect={aspect} />
              </>
            }
            screenOverlay={
              <>
                <RoomWaitingNote />
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
  const download = useChange(guestEndpoints.guestDownload, {
    onSuccess: ({ data }) => window.location.assign(data.url),
  });
  return (
    <Button
      size="small"
      onClick={() => download.mutate({ params: { linkId } })}
      busy={download.isPending && "Preparing..."}
    >
      <Download aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Download</span>
    </Button>
  );
}

function ignore(): void {
  // A link has one version; a guest whose room goes on to another one has left it.
}
