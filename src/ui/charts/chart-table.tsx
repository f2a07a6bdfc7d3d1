import { useState } from "react";

interface ChartTableProps {
  caption: string;
  columns: readonly string[];
  /** The cells of each row, the first one its heading. Called when the table is opened. */
  rows: () => readonly (readonly string[])[];
}

/** All values of a chart as a table, which is made when it is opened. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-2 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit text-soft enabled-hover:text-ink pointer-coarse:py-3">
        Show as table<span className="sr-only">: {caption}</span>
      </summary>
      {open && (
        <table className="mt-2 w-full max-w-3xl border-collapse border text-left">
          <caption className="sr-only">{caption}</caption>
          <thead className="bg-raised">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-1.5 font-semibold not-first:text-right">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="numerals">
            {rows().map(([heading = "", ...cells]) => (
              <tr key={heading} className="border-t">
                <th scope="row" className="px-3 py-1 font-normal">
                  {heading}
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className="px-3 py-1 text-right">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
