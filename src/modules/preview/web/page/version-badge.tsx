import { ChevronDown, Columns2, X } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";

import { compareParameter, compareQuery, versionParameter } from "#core/paths.ts";
import { Badge } from "#ui/badge.tsx";
import { Menu } from "#ui/menu.tsx";

interface VersionBadgeProps {
  /** Number of the version that the screen shows. */
  version: number;
  /** Numbers of the versions that it can be compared with. */
  comparable: readonly number[];
}

/** The number of the shown version; if there are versions to compare it with, a menu of them. */
export function VersionBadge({ version, comparable }: VersionBadgeProps) {
  const navigate = useNavigate();
  const other = Number(useSearchParams()[0].get(compareParameter));
  const compares = comparable.includes(other);
  const text = compares ? `v${other} | v${version}` : `v${version}`;
  if (comparable.length === 0) return <Badge className="shrink-0">{text}</Badge>;
  const items = comparable.map((number) => ({
    label: `Compare with v${number}`,
    icon: Columns2,
    checked: number === other,
    onSelect: () => {
      // Otherwise Space would open the menu again instead of playing.
      document.getElementById("content")?.focus({ preventScroll: true });
      void navigate(compareQuery(version, number));
    },
  }));
  const close = {
    label: "Close",
    icon: X,
    onSelect: () => void navigate(`?${versionParameter}=${version}`),
  };
  return (
    <Menu
      items={compares ? [...items, close] : items}
      trigger={
        <button
          type="button"
          aria-label={`${text}, ${compares ? "comparison" : "compare"}`}
          className="-my-3 min-w-11 shrink-0 py-3"
        >
          <Badge className="hover:text-ink">
            {text}
            <ChevronDown aria-hidden className="ml-0.5 size-3" />
          </Badge>
        </button>
      }
    />
  );
}
