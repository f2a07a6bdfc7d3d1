import { useInfiniteQuery } from "@tanstack/react-query";
import { CheckCheck, Settings2 } from "lucide-react";
import { Link } from "react-router";

import { routePrefix } from "#modules/people/rules.ts";
import { HomeLink } from "#modules/people/web/home-link.tsx";
import { SettingsLink } from "#modules/people/web/settings-link.tsx";
import { useUser } from "#modules/sign-in/web/session.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { NotificationCard } from "./notification-card.tsx";
import { inboxQuery } from "./queries.ts";
import { SettingsPanel } from "./settings-panel.tsx";
import { useMarkRead } from "./use-mark-read.ts";
import { useUnreadCount } from "./use-unread-count.ts";

/** The user's notifications, newest first. */
export function NotificationsScreen() {
  const user = useUser();
  const unread = useUnreadCount();
  const markRead = useMarkRead();
  return (
    <PageColumns asideLabel="Settings" aside={<SettingsPanel />}>
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
            <a href="#settings" className={buttonClass("quiet", "medium", "wide:hidden")}>
              <Settings2 aria-hidden className="size-4" />
              <span className="max-sm:sr-only">Settings</span>
            </a>
            <ThemeMenu />
            {user && <SettingsLink user={user} />}
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
    if (!inbox.error) return <LoadingInbox />;
    return (
      <ErrorState message={inbox.error} onRetry={() => void inbox.refetch()} retrying={inbox.isFetching} />
    );
  }
  const items = inbox.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyInbox />;
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

function EmptyInbox() {
  const role = useUser()?.role ?? "NORMAL";
  return (
    <EmptyState
      title="You're all caught up"
      action={
        <Link to={`/${routePrefix(role)}/tasks`} className={buttonClass("primary")}>
          Go to your tasks
        </Link>
      }
    >
      {role === "YOUTUBER"
        ? "We notify you when a version is ready for review, when a review window ends, and when a video is published."
        : "We notify you when a task is assigned to you, when changes are requested, and when your version is approved."}
    </EmptyState>
  );
}

function LoadingInbox() {
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
