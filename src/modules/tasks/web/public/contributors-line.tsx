import { Fragment, useState } from "react";

import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import type { Contributor } from "#modules/tasks/contract/contributor.ts";

import { ContributionButton } from "./contribution-button.tsx";

/** Of more contributors than this, only the first ones are shown until all are asked for. */
const shownAtMost = 3;
const shownFirst = 2;

interface ContributorsLineProps {
  taskId: number;
  contributors: readonly Contributor[];
}

/** The people who work on a task besides its editor; for one of them also the brief and the files they may add. */
export function ContributorsLine({ taskId, contributors }: ContributorsLineProps) {
  const user = useUser();
  const [expanded, setExpanded] = useState(false);
  if (contributors.length === 0) return null;
  const contribution = contributors.find(({ person }) => person.id === user?.id);
  const isLong = contributors.length > shownAtMost;
  const shown = isLong && !expanded ? contributors.slice(0, shownFirst) : contributors;
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 border-b px-4 py-1 text-sm">
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="text-soft">With </span>
        {shown.map(({ person, label }, index) => (
          <Fragment key={person.id}>
            {index > 0 && ", "}
            <PersonLink person={person} inText /> <span className="text-soft">({label})</span>
          </Fragment>
        ))}
        {isLong && " "}
        {isLong && (
          <button
            type="button"
            aria-expanded={expanded}
            onClick={() => setExpanded(!expanded)}
            className="link relative font-medium whitespace-nowrap after:absolute after:-inset-x-2 after:-inset-y-3"
          >
            {expanded ? "show fewer" : `and ${contributors.length - shownFirst} more`}
          </button>
        )}
      </p>
      {contribution && <ContributionButton taskId={taskId} contributor={contribution} />}
    </div>
  );
}
