import type { ReactNode } from "react";

import type { SettingsGroupId } from "#core/paths.ts";

const titles: Record<SettingsGroupId, string> = {
  account: "Account",
  security: "Sign-in and security",
  notifications: "Notifications",
  delivery: "Delivery from editors",
  publishing: "Publishing",
  team: "Team",
  data: "Storage and data",
};

interface SettingsGroupProps {
  id: SettingsGroupId;
  children: ReactNode;
}

/** Sections of the Settings page about one subject. */
export function SettingsGroup({ id, children }: SettingsGroupProps) {
  return (
    <div className="mt-12 first:mt-0">
      <h2 id={id} tabIndex={-1} className="scroll-mt-5 pb-4 font-heading text-2xl">
        {titles[id]}
      </h2>
      {children}
    </div>
  );
}

/** Links to the groups: beside them on wide screens, otherwise above them. */
export function SettingsIndex({ groups }: { groups: readonly SettingsGroupId[] }) {
  return (
    <nav aria-label="Settings" className="shrink-0 wide:sticky wide:top-6 wide:w-44 wide:self-start">
      <ul className="grid grid-cols-2 border-t text-sm font-medium sm:grid-cols-3 wide:grid-cols-1 wide:border-t-0">
        {groups.map((id) => (
          <li key={id} className="border-b wide:border-b-0">
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center text-soft transition-colors hover:text-ink wide:min-h-9"
            >
              {titles[id]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
