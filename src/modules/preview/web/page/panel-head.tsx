import type { ReactNode } from "react";
import { Link } from "react-router";

import { profilePath } from "#core/paths.ts";
import { isFormerMember } from "#modules/people/rules/former-member.ts";
import type { Preview } from "#modules/review/contract/versions.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";

import type { NewerVersion } from "./use-watched-preview.ts";

/** Offers a version that has become ready while another one is watched. */
export function NewerVersionBar({ number, watch }: NewerVersion) {
  return (
    <span className="flex min-h-12 items-center justify-between gap-3 border-b border-tally bg-raised px-4 py-1.5">
      <span className="font-semibold">Version {number} is ready.</span>
      <Button size="small" variant="primary" onClick={watch}>
        Watch it
      </Button>
    </span>
  );
}

/** Says that another version than the current one is shown. */
export function OtherVersion({ preview: { version, current } }: { preview: Preview }) {
  if (!version || !current) return null;
  return (
    <p className="border-l-2 border-amber py-1 pl-4 text-soft">
      This is version {version.number}.{" "}
      <Link to="?" className="link">
        Open version {current.number}
      </Link>
    </p>
  );
}

/** The editor, and actions of the review at the end of the row. */
export function EditedBy({ editor, children }: { editor: Preview["editor"]; children: ReactNode }) {
  return (
    <div className="@container/edited flex min-h-11 shrink-0 items-center gap-2 border-b px-4 text-sm">
      <Avatar name={editor.name} src={editor.profileImgUrl} size={24} />
      <span className="shrink-0 text-soft @max-[27rem]/edited:has-[~[data-actions]_[data-together]]:sr-only">
        Edited by
      </span>
      {isFormerMember(editor) ? (
        <span>{editor.name}</span>
      ) : (
        <Link
          to={profilePath(editor)}
          className="-my-2 min-w-0 truncate py-2 font-semibold hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          {editor.name}
        </Link>
      )}
      <span data-actions className="-mr-2 ml-auto flex shrink-0 pointer-coarse:-mr-3">
        {children}
      </span>
    </div>
  );
}
