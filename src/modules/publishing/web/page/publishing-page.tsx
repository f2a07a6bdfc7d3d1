import { type ReactNode, useState } from "react";

import type { TaskAbility } from "#core/permission.ts";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { AbilitiesContext } from "../use-can.ts";
import { TaskPanel, TaskStrip } from "./task-panel.tsx";

interface PublishingPageProps {
  heading: string;
  /** The document title, if it differs from the heading. */
  title?: string;
  /** The task that is published; null if it is unknown, or if the page is about none. */
  taskId: number | null;
  children: ReactNode;
}

/** A work screen about a task that is published: its name, track and picture beside the content. */
export function PublishingPage({ heading, title, taskId, children }: PublishingPageProps) {
  const user = useUser();
  const abilities = useState<readonly TaskAbility[] | null>(null);
  return (
    <AbilitiesContext value={abilities}>
      <PageColumns
        asideLabel="Task"
        asideWhenNarrow="hidden"
        aside={taskId !== null && <TaskPanel taskId={taskId} />}
      >
        <title>{`${title ?? heading} · Reelay`}</title>
        <PageHeader
          title={heading}
          wraps
          start={<HomeLink />}
          actions={
            <>
              <ThemeMenu />
              {user && <SettingsLink user={user} />}
            </>
          }
        />
        {taskId !== null && <TaskStrip taskId={taskId} />}
        <div className="max-w-3xl">{children}</div>
      </PageColumns>
    </AbilitiesContext>
  );
}
