import { useQuery } from "@tanstack/react-query";
import { Columns2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";

import { compareQuery, versionParameter } from "#core/paths.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import type { Version } from "#modules/review/contract/versions.ts";
import { feedbackExcerpt, type VersionState } from "#modules/review/rules/versions.ts";
import { Badge } from "#ui/badge.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { formatBytes } from "#ui/format.ts";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { versionsQuery } from "../queries.ts";

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
}

/** All versions of the task with their feedback, newest first. Each can be opened; the shown one is pointed out. */
export function VersionHistory({ taskId, shown }: VersionHistoryProps) {
  const versions = useQuery(versionsQuery(taskId));
  const error = useLoadingError(versions);
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
          />
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  version: Version;
  shown: boolean;
  /** The version that it can be compared with. */
  comparedWith: number | undefined;
  linked: boolean;
}

function Row({ version, shown, comparedWith, linked }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (linked) row.current?.scrollIntoView({ block: "nearest" });
  }, [linked]);
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
      {comparedWith !== undefined && (
        <Link
          to={compareQuery(comparedWith, number)}
          aria-label={`Compare version ${number} with version ${comparedWith}`}
          className={buttonClass("outline", "small", "mt-2")}
        >
          <Columns2 aria-hidden className="size-3.5" />
          Compare
        </Link>
      )}
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
