import { Link } from "react-router";

import { folderTrail } from "./folder-tree.ts";

/** The address of a folder within the screen: `from` is "creator" or the id of the person who delivered. */
export function folderQuery(deliveredBy: number | null, folder: string): string {
  const query = new URLSearchParams({ from: deliveredBy === null ? "creator" : String(deliveredBy) });
  if (folder !== "") query.set("folder", folder);
  return `?${query}`;
}

interface FolderPathProps {
  deliveredBy: number | null;
  folder: string;
  placeName: string;
  /** Whether a level above shows all places. */
  severalPlaces: boolean;
}

/** Links to the folders in which the shown one is. */
export function FolderPath({ deliveredBy, folder, placeName, severalPlaces }: FolderPathProps) {
  const trail = [
    ...(severalPlaces ? [{ name: "All files", to: "?" }] : []),
    { name: placeName, to: folderQuery(deliveredBy, "") },
    ...folderTrail(folder).map((step) => ({ name: step.name, to: folderQuery(deliveredBy, step.folder) })),
  ];
  return (
    <nav aria-label="Folders">
      <ol className="flex flex-wrap items-center text-sm text-soft">
        {trail.map(({ name, to }, index) => (
          <li key={to} className="flex max-w-full min-w-0 items-center">
            {index > 0 && (
              <span aria-hidden className="px-1.5 text-faint">
                /
              </span>
            )}
            {index === trail.length - 1 ? (
              <span dir="auto" aria-current="page" className="truncate py-2 font-medium text-ink">
                {name}
              </span>
            ) : (
              <Link
                to={to}
                dir="auto"
                className="truncate py-2 hover:text-ink hover:underline pointer-coarse:min-w-11 pointer-coarse:py-3"
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
