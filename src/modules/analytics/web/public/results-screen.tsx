import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";

import { AppError, isNotFound } from "#core/error.ts";
import { analyticsPath, checkProgressPath, publicationParameter } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import type { VideoResults } from "#modules/analytics/contract/videos.ts";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { formatDeadline } from "#ui/format.ts";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { CompleteUntil } from "../figures/complete-until.tsx";
import { resultsQuery } from "../queries.ts";
import { ExportResults } from "../results/export-results.tsx";
import { ResultsBody } from "../results/results-body.tsx";

/** The results of a task's published video. */
export function ResultsScreen({ taskId }: { taskId: number | null }) {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  if (!user) return null;
  const deliveryId = search.get(publicationParameter) ?? undefined;
  return (
    <PageColumns>
      {taskId === null ? (
        <DeadEnd message="Invalid task ID">Open the results from a completed task or from Analytics.</DeadEnd>
      ) : (
        <Results
          taskId={taskId}
          deliveryId={deliveryId}
          onChoose={(id) => setSearch({ [publicationParameter]: id }, { replace: true })}
        />
      )}
    </PageColumns>
  );
}

interface ResultsProps {
  taskId: number;
  deliveryId: string | undefined;
  onChoose: (deliveryId: string) => void;
}

function Results({ taskId, deliveryId, onChoose }: ResultsProps) {
  const user = useUser();
  const loaded = useQuery({ ...resultsQuery(taskId, deliveryId), placeholderData: keepPreviousData });
  const { isFetching, refetch } = loaded;
  const error = useLoadingError(loaded);
  const data = error ? undefined : loaded.data;
  const role = user?.role ?? "EDITOR";
  return (
    <>
      <title>{`${data?.title ?? "Results"} · Reelay`}</title>
      <PageHeader
        title={data?.title ?? "Results"}
        wraps
        start={<HomeLink />}
        actions={
          <>
            {data && <ExportResults results={data} duration={data.video.durationSeconds} />}
            <ThemeMenu />
            {user && <SettingsLink user={user} />}
          </>
        }
      />
      {!error && !data && <ResultsSkeleton />}
      {error && (
        <NoResults error={error} taskId={taskId} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data && (
        <>
          <PublicationLine role={role} results={data} onChoose={onChoose} />
          {data.completeUntil && (
            <div className="mt-1">
              <CompleteUntil complete={data.completeUntil} />
            </div>
          )}
          <ResultsBody key={data.publication.deliveryId} results={data} onRefresh={() => void refetch()} />
        </>
      )}
    </>
  );
}

interface PublicationLineProps extends Pick<ResultsProps, "onChoose"> {
  role: Role;
  results: VideoResults;
}

/** The place and time of the publication. */
function PublicationLine({ role, results: { publications, publication }, onChoose }: PublicationLineProps) {
  const { deliveryId, channel, platform, publishedAt, watchUrl } = publication;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-soft">
      <Link to={analyticsPath(role)} className="link pointer-coarse:-my-3 pointer-coarse:py-3">
        Analytics
      </Link>
      {publications.length > 1 ? (
        <SelectField
          label="Publication"
          hideLabel
          value={deliveryId}
          options={publications.map((each) => ({
            value: each.deliveryId,
            label: each.channel === "" ? each.platform : `${each.channel} · ${each.platform}`,
          }))}
          onChange={(event) => onChoose(event.target.value)}
        />
      ) : (
        <span>{channel === "" ? platform : `${channel} · ${platform}`}</span>
      )}
      <span>
        Published <span className="numerals text-sm">{formatDeadline(new Date(publishedAt))}</span>
      </span>
      {watchUrl !== null && (
        <a href={watchUrl} target="_blank" rel="noreferrer" className="link">
          Watch<span className="sr-only"> on {platform} (opens in a new tab)</span>
        </a>
      )}
    </div>
  );
}

interface NoResultsProps {
  error: Error;
  taskId: number;
  onRetry: () => void;
  retrying: boolean;
}

function NoResults({ error, taskId, onRetry, retrying }: NoResultsProps) {
  const user = useUser();
  const code = error instanceof AppError ? error.code : null;
  if (code === "not_published") {
    return (
      <EmptyState
        title="Not published yet"
        action={
          user?.role === "YOUTUBER" && (
            <Link to={checkProgressPath(taskId)} className="link">
              Check progress
            </Link>
          )
        }
      >
        {error.message}
      </EmptyState>
    );
  }
  if (code === "results_not_shared")
    return <EmptyState title="Results are not shared">{error.message}</EmptyState>;
  if (isNotFound(error)) return <DeadEnd message={error.message} />;
  return <ErrorState className="mt-6" message={error} onRetry={onRetry} retrying={retrying} />;
}

function ResultsSkeleton() {
  return (
    <SkeletonGroup label="Loading the results">
      <Skeleton className="h-5 w-80 max-w-full" />
      <div className="mt-6 grid gap-8 md:grid-cols-[minmax(0,3fr)_minmax(16rem,2fr)]">
        <Skeleton className="aspect-video max-h-96 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
      <Skeleton className="mt-6 h-72 w-full" />
    </SkeletonGroup>
  );
}
