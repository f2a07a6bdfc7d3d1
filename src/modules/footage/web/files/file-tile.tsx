import { Folder } from "lucide-react";
import { useState } from "react";

import { formatBytes } from "#ui/format.ts";

import { formatFileCount, itemName } from "./file-items.ts";
import type { ItemProps } from "./file-list.tsx";
import { SelectBox, StateBadge } from "./file-row.tsx";
import { kindNames } from "./kind-names.ts";

/** A folder or file in the grid, with its picture if browsers show it. */
export function FileTile({ item, isSelected, onOpen, onSelect }: ItemProps) {
  const [broken, setBroken] = useState(false);
  const name = itemName(item);
  const file = item.type === "file" ? item.file : null;
  const Icon = file ? kindNames[file.kind].icon : Folder;
  const picture = file?.type?.startsWith("image/") && !broken ? file.url : null;
  const detail = item.type === "file" ? kindNames[item.file.kind].label : formatFileCount(item.files);
  const bytes = item.type === "file" ? item.file.bytes : item.bytes;
  return (
    <td className="relative block">
      <button type="button" tabIndex={-1} onClick={onOpen} className="flex w-full flex-col text-left">
        <span className="flex aspect-video w-full items-center justify-center overflow-hidden rounded-t-sm bg-raised">
          {picture === null ? (
            <Icon aria-hidden className="size-9 text-soft" strokeWidth={1.25} />
          ) : (
            <img
              src={picture}
              alt=""
              loading="lazy"
              decoding="async"
              onError={() => setBroken(true)}
              className="size-full bg-picture object-contain"
            />
          )}
        </span>
        <span className="flex w-full flex-col px-2.5 py-2">
          <span dir="auto" className="truncate text-sm font-medium">
            {name}
          </span>
          <span className="numerals truncate text-xs text-soft">
            {detail} · {formatBytes(bytes)}
          </span>
        </span>
      </button>
      <div className="absolute top-1 left-2 rounded-xs">
        <SelectBox name={name} isSelected={isSelected} onSelect={onSelect} />
      </div>
      {file && <StateBadge file={file} className="absolute top-2 right-2 bg-panel" />}
    </td>
  );
}
