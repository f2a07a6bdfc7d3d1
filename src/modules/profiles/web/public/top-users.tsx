import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { toast } from "sonner";

import { profilePath } from "#core/paths.ts";
import type { TopUser } from "#modules/profiles/contract/profiles.ts";
import { cardBioPreview } from "#modules/profiles/rules/profiles.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { truncateText } from "#ui/format.ts";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { topUsersQuery } from "../queries.ts";

const lists = {
  YOUTUBER: { title: "Top Editors", basis: "based on ratings and tasks completed", none: "No Editors Found" },
  EDITOR: { title: "Top Youtubers", basis: "based on videos uploaded", none: "No Youtubers Found" },
};

/** Top editors for youtubers, top youtubers for editors. */
export function TopUsers() {
  const role = useUser()?.role;
  if (role !== "YOUTUBER" && role !== "EDITOR") return <Waiting />;
  const { title, basis } = lists[role];
  return (
    <section aria-labelledby="top-users">
      <h2 id="top-users" className="font-heading text-xl">
        {title}
      </h2>
      <p className="mt-0.5 mb-4 text-sm text-soft">{basis}</p>
      <List viewer={role} />
    </section>
  );
}

function List({ viewer }: { viewer: "YOUTUBER" | "EDITOR" }) {
  const { data, error, isFetching, refetch } = useQuery(topUsersQuery(viewer));
  useEffect(() => {
    if (error) toast.error("Failed to fetch top users. Please try again later.", { id: "top-users" });
  }, [error]);
  if (data?.length === 0) return <p className="border-t py-4 text-soft">{lists[viewer].none}</p>;
  if (data) {
    return (
      <ol>
        {data.map((person) => (
          <li key={person.id} className="border-t last:border-b">
            <Card person={person} />
          </li>
        ))}
      </ol>
    );
  }
  if (error) return <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return <Waiting />;
}

function Card({ person }: { person: TopUser }) {
  return (
    <Link
      to={profilePath(person)}
      className="-mx-2 flex gap-3 rounded-sm px-2 py-3.5 transition-colors hover:bg-raised"
    >
      <Avatar name={person.name} src={person.profileImgUrl} size={36} />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{person.name}</span>
        <span className="block text-sm text-soft">{userFigures(person)}</span>
        <span className="mt-1 block text-sm break-words text-faint">
          {person.bio ? truncateText(person.bio, cardBioPreview) : "no bio"}
        </span>
      </span>
    </Link>
  );
}

function userFigures(person: TopUser): string {
  if (person.role === "YOUTUBER") return counted(person.videosUploaded, "video");
  const rating = person.rating === 0 ? "unrated" : `${person.rating.toFixed(1)} rating`;
  return `${rating}, ${counted(person.tasksCompleted, "task")}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading top users">
      {[0, 1, 2, 3, 4].map((row) => (
        <span key={row} className="flex gap-3 border-t py-3.5">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <span className="flex flex-1 flex-col gap-2 pt-1">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </span>
        </span>
      ))}
    </SkeletonGroup>
  );
}
