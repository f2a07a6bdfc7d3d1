import type { DeliverySpecification } from "#modules/checks/rules/specification.ts";

import { specificationRows } from "./specification-rows.ts";

/** The demands of a specification. */
export function SpecificationTable({ specification }: { specification: DeliverySpecification }) {
  const rows = specificationRows(specification);
  if (rows.length === 0) return <p className="text-soft">No requirements</p>;
  return (
    <dl className="grid max-w-md grid-cols-[auto_1fr] text-sm">
      {rows.map(({ name, value }) => (
        <div
          key={name}
          className="col-span-full grid grid-cols-subgrid gap-x-6 border-t py-1.5 first:border-t-0"
        >
          <dt className="text-soft">{name}</dt>
          <dd className="numerals">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
