import { Link } from "react-router";

import { analyticsPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";

/** Leads to the figures of the channel and the team, or of the editor's work. */
export function AnalyticsLink({ role }: { role: Role }) {
  return (
    <Link
      to={analyticsPath(role)}
      className="link shrink-0 text-sm font-medium pointer-coarse:-my-3 pointer-coarse:py-3"
    >
      Analytics
    </Link>
  );
}
