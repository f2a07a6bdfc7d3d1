import type { ReactNode } from "react";

import { classNames } from "#ui/class-names.ts";

export interface Column<Row> {
  label: string;
  /** Hides the label visually, for columns of buttons. */
  hideLabel?: boolean;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned right, in tabular figures. */
  number?: boolean;
  /** Takes the remaining width, and truncates its text. */
  wide?: boolean;
  /** The narrowest window in which the column is shown. */
  from?: "sm" | "md";
}

const visibility = { sm: "hidden sm:table-cell", md: "hidden md:table-cell" };

/** A dense table with hairlines. Less important columns are hidden in narrow windows. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
}) {
  const look = ({ number, wide, from }: Column<Row>) =>
    classNames(
      "px-2 first:pl-0 last:pr-0",
      from && visibility[from],
      wide && "w-full max-w-0",
      number ? "text-right font-mono tabular-nums whitespace-nowrap" : "text-left",
    );
  return (
    <table aria-label={label} className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-b">
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              className={classNames(
                look(column),
                "py-2 font-sans text-xs font-medium whitespace-nowrap text-soft",
              )}
            >
              {column.hideLabel ? <span className="sr-only">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className="border-b hover:bg-panel">
            {columns.map((column) => (
              <td key={column.label} className={classNames(look(column), "h-11 py-1")}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
