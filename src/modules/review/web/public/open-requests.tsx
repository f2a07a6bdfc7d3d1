import { Link } from "react-router";

/** Comments that are not resolved: what a creator has requested of the editor. */
export interface OpenRequests {
  open: number;
  /** Those of them that the editor has not marked as done. */
  notDone: number;
  /** The preview at the first of them. */
  path: string;
}

interface OpenRequestsNoteProps {
  requests: OpenRequests;
  onFollow: () => void;
}

/** Says to the creator how many requests are open, with a link to the first. */
export function OpenRequestsNote({ requests, onFollow }: OpenRequestsNoteProps) {
  const { open, notDone, path } = requests;
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
      {open === 1 ? "1 request is still open." : `${open} requests are still open.`} {state}{" "}
      <Link to={path} onClick={onFollow} className="link">
        {open === 1 ? "View it" : "View the first one"}
      </Link>
    </span>
  );
}

/** Says to the editor how many requests are not marked as done, with a link to the first. */
export function NotDoneNote({ requests, onFollow }: OpenRequestsNoteProps) {
  const { open, notDone, path } = requests;
  return (
    <>
      {notDone} of {open} {open === 1 ? "request" : "requests"} {notDone === 1 ? "isn't" : "aren't"} marked as
      done.{" "}
      <Link to={path} onClick={onFollow} className="link">
        {notDone === 1 ? "View it" : "View the first one"}
      </Link>
    </>
  );
}
