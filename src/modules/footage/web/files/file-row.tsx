import { Folder } from "lucide-react";

import type { FootageFile } from "#modules/footage/contract/files.ts";
import { Badge } from "#ui/badge.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { formatBytes } from "#ui/format.ts";
import { Moment, Timecode } from "#ui/timecode.tsx";

import { formatFileCount, itemName } from "./file-items.ts";
import type { ItemProps } from "./file-list.tsx";
import { kindNames } from "./kind-names.ts";

/** A folder or file in the list: a row of a table on wide screens, two lines on narrow ones. */
export function FileRow({ item, isSelected, withFolder, onOpen, onSelect }: ItemProps) {
  const name = itemName(item);
  const file = item.type === "file" ? item.file : null;
  const bytes = item.type === "file" ? item.file.bytes : item.bytes;
  const { label, icon: Icon } = file ? kindNames[file.kind] : { label: "Folder", icon: Folder };
  const kind = item.type === "file" ? label : formatFileCount(item.files);
  return (
    <>
      <td>
        <SelectBox name={name} isSelected={isSelected} onSelect={onSelect} />
      </td>
      <td className="flex min-w-0 items-center gap-3">
        <Icon aria-hidden className="size-5 shrink-0 text-soft" strokeWidth={1.75} />
        <button
          type="button"
          tabIndex={-1}
          onClick={onOpen}
          className="flex min-h-10 w-full min-w-0 flex-col justify-center text-left hover:underline pointer-coarse:min-h-11"
        >
          <span dir="auto" className="w-full truncate font-medium">
            {name}
          </span>
          {withFolder && file && file.folder !== "" && (
            <span dir="auto" className="w-full truncate text-xs text-soft">
              {file.folder}
            </span>
          )}
          <span aria-hidden className="w-full truncate text-xs text-soft wide:hidden">
            {kind}
            {file?.sentBy && ` · ${file.sentBy.name}`}
          </span>
        </button>
      </td>
      <td className="flex items-center gap-2 text-sm text-soft max-wide:sr-only">
        <span className="truncate">{kind}</span>
        {file && <StateBadge file={file} />}
      </td>
      <td className="text-right">
        <Timecode>{formatBytes(bytes)}</Timecode>
        {file && <StateBadge file={file} className="ml-2 wide:hidden" />}
      </td>
      <td dir="auto" className="truncate text-sm text-soft max-wide:sr-only">
        {file && (file.sentBy?.name ?? "Deleted account")}
      </td>
      <td className="max-wide:sr-only">{file && <Moment at={new Date(file.sentAt)} />}</td>
    </>
  );
}

/** Not in the tab order: the row has the focus, and Space selects it. */
export function SelectBox({
  name,
  isSelected,
  onSelect,
}: { name: string } & Pick<ItemProps, "isSelected" | "onSelect">) {
  return (
    <Checkbox
      hideLabel
      label={`Select ${name}`}
      tabIndex={-1}
      checked={isSelected}
      onClick={onSelect}
      onChange={() => undefined}
    />
  );
}

export function StateBadge({ file, className = "" }: { file: FootageFile; className?: string }) {
  if (file.state === "verified") return null;
  return (
    <Badge tone="fault" className={className}>
      {file.state === "damaged" ? "Damaged" : "Missing"}
    </Badge>
  );
}
