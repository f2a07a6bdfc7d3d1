import { Link } from "react-router";

import { publicationsPath } from "#core/paths.ts";

/** Leads to the creator's publications. */
export function PublicationsLink() {
  return (
    <Link
      to={publicationsPath("YOUTUBER")}
      className="link shrink-0 text-sm font-medium pointer-coarse:-my-3 pointer-coarse:py-3"
    >
      Publications
    </Link>
  );
}
