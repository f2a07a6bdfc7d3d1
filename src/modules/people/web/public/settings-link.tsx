import { Settings } from "lucide-react";
import { Link } from "react-router";

import { settingsPath } from "#core/paths.ts";
import type { User } from "#modules/people/contract/people.ts";
import { buttonClass } from "#ui/button-class.ts";

/** A gear that leads to the user's settings. */
export function SettingsLink({ user }: { user: Pick<User, "role"> }) {
  return (
    <Link
      to={settingsPath(user.role)}
      aria-label="Settings"
      title="Settings"
      className={buttonClass("quiet", "medium", "w-10 px-0! pointer-coarse:min-w-11")}
    >
      <Settings className="size-5" strokeWidth={1.75} aria-hidden />
    </Link>
  );
}
