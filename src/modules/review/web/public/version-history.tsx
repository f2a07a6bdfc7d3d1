import { useQuery } from "@tanstack/react-query";
import { Columns2, Undo2 } from "lucide-react";
import { lazy, useCallback, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";

import { compareQuery, versionParameter } from "#core/paths.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import type { Version } from "#modules/review/contract/versions.ts";
import { feedbackExcerpt, type VersionState } from "#modules/review/rules/versions.ts";
import { Badge } from "#ui/badge.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { formatBytes } from "#ui/format.ts";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { versionsQuery } from "./version-queries.ts";

const WithdrawDialog = lazy(async () => ({
  default: (await import("../versions/withdraw-dialog.tsx")).WithdrawDialog,
}));

const labels: Record<VersionState, string> = {
  uploading: "uploading",
  preparing: "preparing",
  in_review: "in review",
  approved: "approved",
  rejected: "rejected",
  refused: "not usable",
  superseded: "replaced",
  withdrawn: "withdrawn",
  expired: "expired",
};

interface VersionHistoryProps {
  taskId: number;
  /** Number of the version that the screen shows. */
  shown: number | undefined;
  /** The creator's name, for the editor, who can withdraw a version without a decision; otherwise null. */
  withdrawsFrom: string | null;
}

/** All versions of the task with their feedback, newest first. Each can be opened; the shown one is pointed out. */
export function VersionHistory({ taskId, shown, withdrawsFrom }: VersionHistoryProps) {
  const versions = useQuery(versionsQuery(taskId));
  const error = useLoadingError(versions);
  const [versionToWithdraw, setVersionToWithdraw] = useState<Version | null>(null);
  const close = () => setVersionToWithdraw(null);
  const linked = Number(useSearchParams()[0].get(versionParameter));
  const canCompare = versions.data?.some(({ number, playable }) => number === shown && playable) ?? false;
  return (
    <section aria-label="Versions">
      {!versions.data && !error && (
        <SkeletonGroup label="Loading the versions" className="mt-4">
          <Skeleton className="h-14 w-full" />
        </SkeletonGroup>
      )}
      {error && (
        <ErrorState
          className="mt-4"
          message={error}
          onRetry={() => void versions.refetch()}
          retrying={versions.isFetching}
        />
      )}
      {versions.data?.length === 0 && <p className="mt-2 text-soft">No versions yet</p>}
      <ol className="-mt-2">
        {versions.data?.map((version) => (
          <Row
            key={version.number}
            version={version}
            shown={version.number === shown}
            comparedWith={canCompare && version.playable && version.number !== shown ? shown : undefined}
            linked={version.number === linked}
            onWithdraw={
              withdrawsFrom !== null && mayWithdraw(version) ? () => setVersionToWithdraw(version) : null
            }
          />
        ))}
      </ol>
      {versionToWithdraw && withdrawsFrom !== null && (
        <DialogBoundary onClose={close}>
          <WithdrawDialog
            taskId={taskId}
            version={versionToWithdraw}
            creatorName={withdrawsFrom}
            onClose={close}
          />
        </DialogBoundary>
      )}
    </section>
  );
}

interface RowProps {
  version: Version;
  shown: boolean;
  /** The version that it can be compared with. */
  comparedWith: number | undefined;
  linked: boolean;
  /** Null where it can't be withdrawn. */
  onWithdraw: (() => void) | null;
}

/** Whether a version has arrived and has no decision. Uploads are cancelled in their dialog. */
function mayWithdraw({ state }: Version): boolean {
  return state === "preparing" || state === "in_review";
}

function Row({ version, shown, comparedWith, linked, onWithdraw }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (linked) row.current?.scrollIntoView({ block: "nearest" });
  }, [linked]);
  // The dialog returns the focus to the button, which is removed when the version has been loaded again.
  const leaveFocusInRow = useCallback(
    (button: HTMLButtonElement) => () => {
      if (document.activeElement === button) row.current?.querySelector("a")?.focus();
    },
    [],
  );
  const { number, state, fileName, bytes, createdAt } = version;
  const note = version.feedback ?? version.refusal ?? version.withdrawalReason;
  return (
    <li
      ref={row}
      aria-current={shown || undefined}
      className="relative border-b py-4 last:border-b-0 aria-[current]:before:absolute aria-[current]:before:inset-y-4 aria-[current]:before:-left-4 aria-[current]:before:w-0.5 aria-[current]:before:bg-ink"
    >
      <p className="flex items-baseline justify-between gap-3">
        <Link
          to={`?${versionParameter}=${number}`}
          className="font-semibold hover:underline pointer-coarse:-my-2.5 pointer-coarse:py-2.5"
        >
          Version {number}
        </Link>
        <Badge tone={state === "approved" ? "go" : state === "in_review" ? "amber" : "plain"}>
          {labels[state]}
        </Badge>
      </p>
      <p className="truncate text-sm text-soft" title={fileName}>
        {fileName}
      </p>
      <p className="numerals flex flex-wrap justify-between gap-x-3 text-sm text-soft">
        <span>{formatBytes(bytes)}</span>
        <Moment at={new Date(createdAt)} />
      </p>
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {comparedWith !== undefined && (
          <Link
            to={compareQuery(comparedWith, number)}
            aria-label={`Compare version ${number} with version ${comparedWith}`}
            className={buttonClass("outline", "small")}
          >
            <Columns2 aria-hidden className="size-3.5" />
            Compare
          </Link>
        )}
        {onWithdraw && (
          <Button ref={leaveFocusInRow} size="small" aria-haspopup="dialog" onClick={onWithdraw}>
            <Undo2 aria-hidden className="size-3.5" />
            Withdraw this version
          </Button>
        )}
      </div>
      {note && (
        <ExpandableText
          text={note}
          limit={feedbackExcerpt}
          initiallyOpen={linked}
          className="mt-2 border-l-2 border-edge pl-3"
        />
      )}
    </li>
  );
}
