import { useSearchParams } from "react-router";

import { compareParameter, versionParameter } from "#core/paths.ts";
import { useDisplayedVersion } from "#modules/rooms/web/public/room-session.tsx";

import { comparedVersion } from "../compare/compared-version.ts";
import { usePreviewPosition } from "../public/use-preview-position.ts";

/** Keeps the version and comparison of the URL as in the room. `version` is the displayed one. */
export function useSharedPosition(version: number | undefined): void {
  const [search, setSearch] = useSearchParams();
  const { frame } = usePreviewPosition();
  const navigate = (to: { version: number; compare: number | null }) => {
    const next = new URLSearchParams(search);
    next.delete("frame");
    next.delete(compareParameter);
    next.set(versionParameter, String(to.version));
    if (to.compare !== null) next.set(compareParameter, String(to.compare));
    setSearch(next);
  };
  useDisplayedVersion({ version, compare: comparedVersion(search), frame, navigate });
}
