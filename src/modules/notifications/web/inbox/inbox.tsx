import { useInfiniteQuery } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { useRef } from "react";
import { Link, useSearchParams } from "react-router";

import { tasksPath } from "#core/paths.ts";
import type { Notification } from "#modules/notifications/contract/inbox.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { formatDate, formatDay } from "#ui/format.ts";
import { Kbd } from "#ui/kbd.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { useCurrentMinute } from "#ui/use-current-minute.ts";

import { useUnread } from "../public/use-unread.ts";
import { inboxQuery } from "../queries.ts";
import { handleInboxKey } from "./inbox-keys.ts";
import { NotificationCard } from "./notification-card.tsx";
import { useMarkRead } from "./use-mark-read.ts";

/** The notifications of the user, all or the unread ones, with the controls that mark them as read. */
export function Inbox() {
  const [params, setParams] = useSearchParams();
  const { notifications: unread } = useUnread();
  const markRead = useMarkRead();
  const filter = params.get("show") === "unread" ? "unread" : "all";
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Tabs
      label="Notifications"
      value={filter}
      onValueChange={(tab) => setParams(tab === "unread" ? { show: tab } : {}, { replace: true })}
      tabs={[
        { value: "all", label: "All" },
        { value: "unread", label: "Unread", count: unread },
      ]}
      end={
        <Button
          variant="quiet"
          size="small"
          className="mb-1"
          disabled={unread === 0}
          title="Mark all as read"
          onClick={() => {
            markRead("all");
            // The button is disabled now and would lose the focus to the page.
            panel.current?.focus({ preventScroll: true });
          }}
        >
          <CheckCheck aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Mark all as read</span>
        </Button>
      }
    >
      <TabPanel key={filter} ref={panel} value={filter} className="pt-0!">
        <List unreadOnly={filter === "unread"} />
      </TabPanel>
    </Tabs>
  );
}

function List({ unreadOnly }: { unreadOnly: boolean }) {
  const inbox = useInfiniteQuery(inboxQuery(unreadOnly));
  const markRead = useMarkRead();
  const now = useCurrentMinute();
  if (!inbox.data) {
    if (!inbox.error) return <LoadingInbox />;
    return (
      <ErrorState
        className="mt-6"
        message={inbox.error}
        onRetry={() => void inbox.refetch()}
        retrying={inbox.isFetching}
      />
    );
  }
  const items = inbox.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return unreadOnly ? <NothingUnread /> : <EmptyInbox />;
  return (
    // The keys move the focus between the links inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={(event) => handleInboxKey(event, markRead)}>
      {byDay(items).map(({ day, at, items: ofDay }) => (
        <section key={day} aria-label={formatDay(at, now)}>
          <h2 className="numerals pt-3 pb-1 text-xs text-soft">{formatDay(at, now)}</h2>
          <ul className="border-t">
            {ofDay.map((item) => (
              <li key={item.id} className="border-b">
                <NotificationCard notification={item} onRead={() => markRead(item.id)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <LoadMore
        hasMore={inbox.hasNextPage}
        loading={inbox.isFetchingNextPage}
        onLoad={() => void inbox.fetchNextPage()}
      />
      <p className="flex items-center gap-x-2 py-4 text-sm text-soft max-sm:hidden pointer-coarse:hidden">
        <Kbd>J</Kbd>
        <Kbd>K</Kbd> to move, <Kbd>R</Kbd> to mark as read
      </p>
    </div>
  );
}

/** Notifications of one day in the viewer's time zone. */
interface DayGroup {
  day: string;
  at: Date;
  items: Notification[];
}

function byDay(items: readonly Notification[]): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const item of items) {
    const at = new Date(item.time);
    const day = formatDate(at);
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, at, items: [item] });
  }
  return groups;
}

function NothingUnread() {
  return (
    <EmptyState
      title="You're all caught up"
      action={
        <Link to="?" className={buttonClass()}>
          Show all notifications
        </Link>
      }
    >
      You have no unread notifications.
    </EmptyState>
  );
}

function EmptyInbox() {
  const role = useUser()?.role ?? "NORMAL";
  return (
    <EmptyState
      title="You're all caught up"
      action={
        <Link to={tasksPath(role)} className={buttonClass("primary")}>
          Go to your tasks
        </Link>
      }
    >
      {role === "EDITOR"
        ? "We notify you when a task is assigned to you, when changes are requested, and when your version is approved."
        : "We notify you when a version is ready for review, when a review window ends, and when a video is published."}
    </EmptyState>
  );
}

function LoadingInbox() {
  return (
    <SkeletonGroup label="Loading notifications" className="pt-8">
      {["w-2/5", "w-1/2", "w-1/3", "w-2/5", "w-1/2"].map((width, row) => (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={row} className="flex items-start gap-3 border-t py-1.5 pl-3">
          <Skeleton className="size-5 shrink-0 self-center" />
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <span className="flex-1">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="mt-2 h-3.5 w-4/5" />
          </span>
        </span>
      ))}
    </SkeletonGroup>
  );
}
