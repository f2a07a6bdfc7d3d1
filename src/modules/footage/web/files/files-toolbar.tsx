import { LayoutGrid, List } from "lucide-react";

import { fileOrders } from "#modules/footage/contract/files.ts";
import { footageKinds } from "#modules/footage/rules/kinds.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SelectField } from "#ui/select-field.tsx";

import type { FileFilter } from "../queries.ts";
import type { FilesView } from "./file-list.tsx";
import { kindNames } from "./kind-names.ts";

type Shown = Pick<FileFilter, "search" | "kind" | "order">;

interface FilesToolbarProps {
  shown: Shown;
  /** Whether only places are listed, which have neither kind nor order. */
  searchOnly: boolean;
  onChange: (change: Partial<Shown>) => void;
  view: FilesView;
  onViewChange: (view: FilesView) => void;
}

const orderNames = { name: "Name", newest: "Newest", largest: "Largest" };

/** Search, kind and order of the files, and whether they are a list or a grid. */
export function FilesToolbar({ shown, searchOnly, onChange, view, onViewChange }: FilesToolbarProps) {
  const other: FilesView = view === "list" ? "grid" : "list";
  const kinds = footageKinds.map((kind) => ({ value: kind, label: kindNames[kind].label }));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Search all folders"
        placeholder="Search all folders"
        value={shown.search}
        maxLength={200}
        onChange={(search) => onChange({ search })}
        className="min-w-48 flex-1 sm:max-w-80"
      />
      {!searchOnly && (
        <>
          <SelectField
            hideLabel
            label="Kind"
            value={shown.kind ?? ""}
            onChange={({ target }) =>
              onChange({ kind: footageKinds.find((kind) => kind === target.value) ?? null })
            }
            options={[{ value: "", label: "All kinds" }, ...kinds]}
            className="w-40"
          />
          <SelectField
            hideLabel
            label="Sort by"
            value={shown.order}
            onChange={({ target }) =>
              onChange({ order: fileOrders.find((order) => order === target.value) ?? "name" })
            }
            options={fileOrders.map((order) => ({ value: order, label: orderNames[order] }))}
            className="w-32"
          />
        </>
      )}
      <IconButton
        className="ml-auto"
        label={other === "grid" ? "Show as grid" : "Show as list"}
        icon={
          other === "grid" ? (
            <LayoutGrid aria-hidden className="size-4.5" />
          ) : (
            <List aria-hidden className="size-4.5" />
          )
        }
        onClick={() => onViewChange(other)}
      />
    </div>
  );
}
