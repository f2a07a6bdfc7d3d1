import { Link } from "react-router";

import { publicationsPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";

/** Leads to the publications of a creator or of one of their managers. */
export function PublicationsLink({ role }: { role: Role }) {
  return (
    <Link
      to={publicationsPath(role)}
      className="link shrink-0 text-sm font-medium pointer-coarse:-my-3 pointer-coarse:py-3"
    >
      Publications
    </Link>
  );
}
