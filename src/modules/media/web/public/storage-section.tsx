import { useQuery } from "@tanstack/react-query";

import type { Role } from "#core/permission.ts";
import type { StorageUse } from "#modules/media/contract/videos.ts";
import { SettingsSection } from "#modules/sign-in/web/public/settings-section.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { formatBytes } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { storageQuery } from "../queries.ts";

const labels: Record<keyof StorageUse["used"], string> = {
  videos: "Videos of your tasks",
  footage: "Footage of your tasks",
  attachments: "Attachments and thumbnails",
  commentImages: "Images in comments on your tasks",
  messageImages: "Images in messages you sent",
};
/** Files of a task count for its creator. */
const kinds: Record<Role, readonly (keyof StorageUse["used"])[]> = {
  YOUTUBER: ["videos", "footage", "attachments", "commentImages", "messageImages"],
  EDITOR: ["messageImages"],
  NORMAL: ["messageImages"],
};

/** The user's storage by kind, and their quota. */
export function StorageSection({ role }: { role: Role }) {
  const { data, error, isFetching, refetch } = useQuery(storageQuery);
  return (
    <SettingsSection title="Storage" description={descriptions[role]}>
      {data ? (
        <Used storage={data} kinds={kinds[role]} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonGroup label="Loading your storage">
          <Skeleton className="h-24" />
        </SkeletonGroup>
      )}
    </SettingsSection>
  );
}

const forAll = "Videos and other files of a task count for its creator.";
const descriptions: Record<Role, string> = {
  YOUTUBER: "Videos, also those that editors upload for you, are deleted after review or publishing.",
  EDITOR: forAll,
  NORMAL: forAll,
};

function Used({
  storage: { usedBytes, quotaBytes, used },
  kinds,
}: {
  storage: StorageUse;
  kinds: readonly (keyof StorageUse["used"])[];
}) {
  const total =
    quotaBytes === null
      ? `${formatBytes(usedBytes)} used`
      : `${formatBytes(usedBytes)} of ${formatBytes(quotaBytes)} used`;
  return (
    <>
      <p>{total}</p>
      {quotaBytes !== null && (
        <ProgressBar
          label="Storage used"
          percent={(usedBytes / quotaBytes) * 100}
          valueText={total}
          tone="idle"
          className="mt-1 max-w-md"
        />
      )}
      <dl className="mt-4 grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm">
        {kinds.map((kind) => (
          <div key={kind} className="contents">
            <dt className="text-soft">{labels[kind]}</dt>
            <dd className="text-right tabular-nums">{formatBytes(used[kind])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
