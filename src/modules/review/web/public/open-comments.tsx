import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";

/** The open comments of a version, with its requests. */
export interface OpenComments {
  open: number;
  /** Those of them that the editor has not marked as done. */
  notDone: number;
  /** The preview at the first of them. */
  path: string;
}

/** The editor's first step after a rejection: a link to the open comments. */
export function SeeComments({ open, path }: Pick<OpenComments, "open" | "path">) {
  return (
    <Link to={path} className={buttonClass("primary", "small")}>
      {open === 1 ? "See 1 comment" : `See ${open} comments`}
    </Link>
  );
}

interface OpenCommentsNoteProps {
  openComments: OpenComments;
  onFollow: () => void;
}

/** Says to the creator how many comments are open, with a link to the first. */
export function StillOpenNote({ openComments, onFollow }: OpenCommentsNoteProps) {
  const { open, notDone, path } = openComments;
  const state =
    notDone === 0
      ? open === 1
        ? "It is marked as done."
        : "All are marked as done."
      : notDone === open
        ? ""
        : `${notDone} of them ${notDone === 1 ? "isn't" : "aren't"} marked as done.`;
  return (
    <span className="mt-3 block border-l-2 border-amber pl-3 text-ink">
      {open === 1 ? "1 comment is still open." : `${open} comments are still open.`} {state}{" "}
      <Link to={path} onClick={onFollow} className="link">
        {open === 1 ? "View it" : "View the first one"}
      </Link>
    </span>
  );
}

/** Says to the editor how many open comments are not marked as done, with a link to the first. */
export function NotDoneNote({ openComments, onFollow }: OpenCommentsNoteProps) {
  const { open, notDone, path } = openComments;
  return (
    <>
      {notDone} of {open} open {open === 1 ? "comment" : "comments"} {notDone === 1 ? "isn't" : "aren't"}{" "}
      marked as done.{" "}
      <Link to={path} onClick={onFollow} className="link">
        {notDone === 1 ? "View it" : "View the first one"}
      </Link>
    </>
  );
}
