import { useId } from "react";
import { Link } from "react-router";

import { profilePath } from "#core/paths.ts";
import type { Team, TeamFigures } from "#modules/analytics/contract/team.ts";
import { onTimeLabel, onTimeText } from "#modules/profiles/web/public/on-time-text.ts";
import { Avatar } from "#ui/avatar.tsx";

import { formatCount, formatNumber, formatShare, formatSpan } from "../figures/format-figures.ts";

const columns: readonly { label: string; text: (figures: TeamFigures) => string }[] = [
  { label: "Tasks", text: ({ tasks }) => formatCount(tasks) },
  { label: "Published", text: ({ published }) => formatCount(published) },
  { label: "First version", text: (figures) => formatSpan(figures.briefToFirstVersionSeconds) },
  { label: "Waiting", text: (figures) => formatSpan(figures.waitingForReviewSeconds) },
  { label: "Versions", text: (figures) => formatNumber(figures.versionsPerApprovedVideo) },
  { label: "Approved first time", text: (figures) => formatShare(figures.approvedAtFirstVersion) },
  { label: onTimeLabel, text: onTimeText },
  { label: "Comments/min", text: (figures) => formatNumber(figures.commentsPerMinute) },
  { label: "Expired", text: ({ expiredWindows }) => formatCount(expiredWindows) },
];

/** The figures of each editor: a table, on narrow screens a list. */
export function EditorTable({ editors }: Pick<Team, "editors">) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="font-heading text-xl">
        Per editor
      </h2>
      <table className="mt-2 w-full border-collapse text-sm max-xl:hidden">
        <thead>
          <tr className="border-b border-edge text-soft">
            <th scope="col" className="w-full py-2 text-left font-semibold">
              Editor
            </th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" className="px-3 py-2 text-right font-semibold whitespace-nowrap">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {editors.map((figures) => (
            <tr key={figures.editor.id} className="border-b">
              <th scope="row" className="max-w-0 py-2.5 pr-3 text-left font-normal">
                <EditorName editor={figures.editor} />
              </th>
              {columns.map(({ label, text }) => (
                <td key={label} className="numerals px-3 text-right whitespace-nowrap">
                  {text(figures)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-2 divide-y border-y xl:hidden">
        {editors.map((figures) => (
          <li key={figures.editor.id} className="py-3">
            <EditorName editor={figures.editor} />
            <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1.5 text-sm sm:grid-cols-3 md:grid-cols-5">
              {columns.map(({ label, text }) => (
                <div key={label}>
                  <dt className="text-soft">{label}</dt>
                  <dd className="numerals">{text(figures)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

function EditorName({ editor }: { editor: Team["editors"][number]["editor"] }) {
  return (
    <Link to={profilePath(editor)} className="flex min-w-0 items-center gap-2.5 enabled-hover:underline">
      <Avatar name={editor.name} src={editor.profileImgUrl} size={28} />
      <span className="truncate text-base font-medium">{editor.name}</span>
    </Link>
  );
}
