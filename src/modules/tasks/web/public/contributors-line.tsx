import { Fragment, useState } from "react";

import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import type { Contributor } from "#modules/tasks/contract/contributor.ts";
import { Button } from "#ui/button.tsx";
import { lazyDialog } from "#ui/lazy-dialog.tsx";

const ContributionDialog = lazyDialog(
  async () => (await import("../contribution-dialog.tsx")).ContributionDialog,
);

interface ContributorsLineProps {
  taskId: number;
  contributors: readonly Contributor[];
}

/** The people who work on a task besides its editor; for one of them also the brief and the files they may add. */
export function ContributorsLine({ taskId, contributors }: ContributorsLineProps) {
  const user = useUser();
  const [open, setOpen] = useState(false);
  if (contributors.length === 0) return null;
  const own = contributors.find(({ person }) => person.id === user?.id);
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 border-b px-4 py-1 text-sm">
      <p className="min-w-0 flex-1">
        <span className="text-soft">With </span>
        {contributors.map(({ person, label }, index) => (
          <Fragment key={person.id}>
            {index > 0 && ", "}
            <PersonLink person={person} /> <span className="text-soft">({label})</span>
          </Fragment>
        ))}
      </p>
      {own && (
        <Button size="small" onClick={() => setOpen(true)}>
          {own.mayAttach ? "Brief and files" : "Brief"}
        </Button>
      )}
      {open && own && <ContributionDialog taskId={taskId} contributor={own} onClose={() => setOpen(false)} />}
    </div>
  );
}
