import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";

import { classNames } from "#ui/class-names.ts";

import type { FileItem } from "./file-items.ts";
import { FileRow } from "./file-row.tsx";
import { FileTile } from "./file-tile.tsx";
import type { FileSelection } from "./use-selection.ts";

export type FilesView = "list" | "grid";

interface FileListProps {
  label: string;
  items: readonly FileItem[];
  selection: FileSelection;
  view: FilesView;
  /** Whether rows name the folder of their file, as in results of a search. */
  withFolders: boolean;
  onOpen: (item: FileItem) => void;
}

export interface ItemProps {
  item: FileItem;
  isSelected: boolean;
  withFolder: boolean;
  onOpen: () => void;
  onSelect: (event: Pick<MouseEvent, "shiftKey">) => void;
}

/** Files and folders that are selected with the pointer or the keyboard; one row of the grid has the focus. */
export function FileList({ label, items, selection, view, withFolders, onOpen }: FileListProps) {
  const grid = useRef<HTMLTableElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const activeIndex = Math.max(
    items.findIndex(({ key }) => key === activeKey),
    0,
  );
  const rows = () => [...(grid.current?.querySelectorAll<HTMLElement>("[data-item]") ?? [])];

  const press = (event: KeyboardEvent) => {
    const item = items[activeIndex];
    if (!item) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") {
      event.preventDefault();
      selection.selectAll();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      selection.clear();
    } else if (event.key === " ") {
      event.preventDefault();
      if (event.shiftKey) selection.extend(item);
      else selection.toggle(item);
    } else if (event.key === "Enter") {
      event.preventDefault();
      onOpen(item);
    } else {
      const target = items[nextIndex(event.key, activeIndex, rows(), view)];
      if (!target) return;
      event.preventDefault();
      if (event.shiftKey) {
        if (!selection.isSelected(item)) selection.toggle(item);
        selection.extend(target);
      }
      rows()[items.indexOf(target)]?.focus();
    }
  };
  const Item = view === "list" ? FileRow : FileTile;
  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern of WAI-ARIA is a table whose rows are selected.
      role="grid"
      aria-label={label}
      aria-multiselectable
      onKeyDown={press}
      className="block w-full"
    >
      {view === "list" && <ListHeader />}
      <tbody
        className={
          view === "grid" ? "grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3 pt-3" : "block"
        }
      >
        {items.map((item, index) => (
          <tr
            key={item.key}
            data-item
            aria-selected={selection.isSelected(item)}
            tabIndex={index === activeIndex ? 0 : -1}
            onFocus={() => setActiveKey(item.key)}
            className={classNames(
              "scroll-my-24 [content-visibility:auto] aria-selected:bg-raised focus-visible:-outline-offset-2",
              view === "list"
                ? classNames(listColumns, "min-h-12 border-b py-1 [contain-intrinsic-height:auto_3rem]")
                : "block rounded-sm border [contain-intrinsic-height:auto_10rem] aria-selected:border-ink",
            )}
          >
            <Item
              item={item}
              isSelected={selection.isSelected(item)}
              withFolder={withFolders}
              onOpen={() => onOpen(item)}
              onSelect={({ shiftKey }) => (shiftKey ? selection.extend(item) : selection.toggle(item))}
            />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Widths of the cells of a row, the same in each row. */
const listColumns =
  "grid items-center gap-x-3 wide:gap-x-5 grid-cols-[1.5rem_minmax(0,1fr)_auto] wide:grid-cols-[1.5rem_minmax(0,1fr)_9rem_6rem_9rem_9rem]";

function ListHeader() {
  return (
    <thead className="block max-wide:sr-only">
      <tr className={classNames(listColumns, "min-h-10 border-b text-left text-sm text-soft")}>
        <th scope="col" className="font-medium">
          <span className="sr-only">Selected</span>
        </th>
        <th scope="col" className="font-medium">
          Name
        </th>
        <th scope="col" className="font-medium">
          Kind
        </th>
        <th scope="col" className="text-right font-medium">
          Size
        </th>
        <th scope="col" className="font-medium">
          Sent by
        </th>
        <th scope="col" className="font-medium">
          Date
        </th>
      </tr>
    </thead>
  );
}

/** The index to which a key moves from an item; -1 for other keys and beyond the ends. */
function nextIndex(key: string, index: number, rows: readonly HTMLElement[], view: FilesView): number {
  const top = rows[0]?.offsetTop;
  const columns = view === "list" ? 1 : rows.filter(({ offsetTop }) => offsetTop === top).length;
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ...(view === "grid" && { ArrowRight: 1, ArrowLeft: -1 }),
  };
  if (key === "Home") return 0;
  if (key === "End") return rows.length - 1;
  const step = steps[key];
  return step === undefined ? -1 : index + step;
}
