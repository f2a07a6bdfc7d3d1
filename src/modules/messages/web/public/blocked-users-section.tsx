import { toast } from "sonner";

import { useLoadingError } from "#core/web/use-loading-error.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import { useBlock } from "#modules/people/web/public/use-block.ts";
import { useBlockedUsers } from "#modules/people/web/public/use-blocked-users.ts";
import { SettingsSection } from "#modules/sign-in/web/public/settings-section.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

/** Lists the users whom the user has blocked, and unblocks them. */
export function BlockedUsersSection() {
  return (
    <SettingsSection
      title="Blocked users"
      description="You and a blocked user can't assign tasks or send messages to each other. Tasks you share continue."
    >
      <BlockedUsers />
    </SettingsSection>
  );
}

function BlockedUsers() {
  const list = useBlockedUsers();
  const error = useLoadingError(list);
  if (error) {
    return <ErrorState message={error} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  if (!list.data) {
    return (
      <SkeletonGroup label="Loading blocked users">
        <Skeleton className="h-12" />
      </SkeletonGroup>
    );
  }
  const people = list.data.pages.flatMap((page) => page.data);
  if (people.length === 0) {
    return (
      <p className="text-soft">
        You haven't blocked anyone. You can block a user in your conversation with them, or when you decline
        their task.
      </p>
    );
  }
  return (
    <>
      <ul>
        {people.map((person) => (
          <BlockedUser key={person.id} person={person} />
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  );
}

function BlockedUser({ person }: { person: PersonCard }) {
  const block = useBlock(person.id);
  const { name } = person;
  return (
    <li className="flex items-center justify-between gap-4 border-b py-3 first:pt-0">
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={name} src={person.profileImgUrl} size={32} />
        <PersonLink person={person} />
      </span>
      <Button
        aria-label={`Unblock ${name}`}
        busy={block.isPending && "Unblocking..."}
        onClick={() => block.mutate(false, { onSuccess: () => toast.success(`You unblocked ${name}.`) })}
      >
        Unblock
      </Button>
    </li>
  );
}
