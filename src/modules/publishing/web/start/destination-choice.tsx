import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { useChange } from "#core/web/use-change.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { descriptors, distinctValues } from "#modules/publishing/platforms/platforms.ts";
import { destinationPath } from "#modules/publishing/rules/destinations.ts";
import { Checkbox } from "#ui/checkbox.tsx";

import { choiceQuery } from "../destinations/queries.ts";

/** The choice of a task's destinations; nothing while the creator has only one. */
export function DestinationChoice({ taskId }: { taskId: number }) {
  const query = choiceQuery(taskId);
  const { data } = useQuery(query);
  const saving = useChange(destinationsEndpoints.choose, {
    fallback: "Failed to save the destinations",
    stores: query.queryKey,
  });
  if (!data || data.destinations.length < 2) return null;
  const chosen = new Set(saving.isPending ? saving.variables.body.destinationIds : data.chosen);
  const kinds = data.destinations.filter(({ id }) => chosen.has(id)).map(({ kind }) => kind);
  return (
    <fieldset className="mt-6">
      <legend className="text-sm font-medium">Publish to</legend>
      <div className="mt-2 flex flex-col gap-1">
        {data.destinations.map(({ id, kind, title, brokenAt }) => {
          const last = chosen.size === 1 && chosen.has(id);
          return (
            <Checkbox
              key={id}
              label={`${title} (${descriptors[kind].name})`}
              hint={destinationHint({ id, fixed: data.fixed.includes(id), brokenAt })}
              checked={chosen.has(id)}
              disabled={saving.isPending || last || data.fixed.includes(id)}
              onChange={() => {
                const next = new Set(chosen);
                if (!next.delete(id)) next.add(id);
                saving.mutate({ params: { taskId }, body: { destinationIds: [...next] } });
              }}
            />
          );
        })}
      </div>
      {distinctValues(kinds, ({ limits }) => limits).map((limits) => (
        <p key={limits} className="mt-2 text-sm text-soft">
          {limits}
        </p>
      ))}
    </fieldset>
  );
}

function destinationHint({
  id,
  fixed,
  brokenAt,
}: {
  id: string;
  fixed: boolean;
  brokenAt: string | null;
}): ReactNode {
  if (fixed) return "Has the video already.";
  if (brokenAt === null) return null;
  return (
    <>
      <span className="text-fault">The connection is broken.</span> Reconnect it in{" "}
      <Link to={destinationPath(id)} className="link whitespace-nowrap">
        Settings → Destinations
      </Link>
    </>
  );
}
