import { useInfiniteQuery } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { Link } from "react-router";

import { routePrefix } from "#modules/accounts/rules.ts";
import { HomeLink } from "#modules/accounts/web/home-link.tsx";
import { useUser } from "#modules/accounts/web/session.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { useMarkRead } from "./marking.ts";
import { NotificationCard } from "./notification-card.tsx";
import { inboxQuery } from "./queries.ts";
import { useUnreadCount } from "./unread.tsx";

/** What has happened to one's tasks, newest first (specification, section 2, "Notifications screen"). */
export function NotificationsScreen() {
  const unread = useUnreadCount();
  const markRead = useMarkRead();
  return (
    <PageColumns>
      <title>Notifications · Reelay</title>
      <PageHeader
        title="Notifications"
        start={<HomeLink />}
        actions={
          <>
            {unread > 0 && (
              <Button variant="quiet" title="Mark all as read" onClick={() => markRead("all")}>
                <CheckCheck aria-hidden className="size-4" />
                <span className="max-sm:sr-only">Mark all as read</span>
              </Button>
            )}
            <ThemeMenu />
          </>
        }
      />
      <div className="max-w-3xl">
        <Inbox />
      </div>
    </PageColumns>
  );
}

function Inbox() {
  const inbox = useInfiniteQuery(inboxQuery);
  const markRead = useMarkRead();
  if (!inbox.data) {
    if (!inbox.error) return <Waiting />;
    return (
      <ErrorState
        message={inbox.error.message}
        onRetry={() => void inbox.refetch()}
        retrying={inbox.isFetching}
      />
    );
  }
  const items = inbox.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Nothing />;
  return (
    <>
      <ul className="border-t">
        {items.map((item) => (
          <li key={item.id} className="border-b">
            <NotificationCard notification={item} onRead={() => markRead(item.id)} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={inbox.hasNextPage}
        loading={inbox.isFetchingNextPage}
        onLoad={() => void inbox.fetchNextPage()}
      />
    </>
  );
}

function Nothing() {
  const role = useUser()?.role ?? "NORMAL";
  return (
    <EmptyState
      title="Nothing has happened yet."
      action={
        <Link to={`/${routePrefix(role)}/tasks`} className={buttonClass("primary")}>
          Go to your tasks
        </Link>
      }
    >
      {role === "YOUTUBER"
        ? "You are told here when a version is ready to review, when its window is over, and when a video is published."
        : "You are told here when a task is yours, when changes are requested, and when your version is approved."}
    </EmptyState>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading notifications">
      {[0, 1, 2, 3, 4].map((row) => (
        <span key={row} className="flex gap-4 border-t py-5">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <span className="flex-1">
            <Skeleton className="mb-3 h-4 w-2/5" />
            <SkeletonText lines={2} />
          </span>
        </span>
      ))}
    </SkeletonGroup>
  );
}
