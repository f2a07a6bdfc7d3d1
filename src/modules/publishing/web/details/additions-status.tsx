import { useQuery } from "@tanstack/react-query";

import type { PublishDetails } from "#modules/publishing/contract/details.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { languageName } from "#modules/publishing/rules/languages.ts";

import { PublishedRecovery } from "../deliveries/published-recovery.tsx";
import { ConnectionProblem } from "../destinations/connection-problem.tsx";
import { detailsQuery } from "./queries.ts";
import { useResendAdditions } from "./use-resend-additions.ts";

/** Time between requests while something is being sent, in milliseconds. */
const refetchInterval = 4000;

/** Whether the captions and playlists of a published video have reached the platform, and what to do if not. `primary` as of `PublishedRecovery`. */
export function AdditionsStatus({ taskId, primary }: { taskId: number; primary: boolean }) {
  const { data } = useQuery({
    ...detailsQuery(taskId),
    refetchInterval: ({ state }) =>
      additionsOf(state.data).some((addition) => addition.state !== "sent") && refetchInterval,
  });
  const resending = useResendAdditions(taskId);
  const additions = additionsOf(data);
  if (additions.length === 0) return null;
  const failed = additions.filter(({ state }) => state === "failed");
  const problems = [...new Map(failed.map((addition) => [addition.problem, addition])).values()];
  const several = new Set(additions.map(({ deliveryId }) => deliveryId)).size > 1;
  return (
    <section aria-labelledby="additions" className="mt-10">
      <h2 id="additions" className="font-heading text-xl">
        Captions and playlists
      </h2>
      <ul className="mt-3 divide-y border-y">
        {additions.map(({ key, what, label, kind, channelTitle, state }) => (
          <li key={key} className="flex min-h-11 items-center gap-3">
            <span className="w-20 text-sm text-soft">{what}</span>
            <span className="min-w-0 flex-1 truncate">
              {label}
              {several && <span className="ml-3 text-sm text-soft">{channelTitle}</span>}
            </span>
            <span className={`text-sm ${tones[state]}`}>
              {state === "sent" ? `On ${descriptors[kind].name}` : stateNames[state]}
            </span>
          </li>
        ))}
      </ul>
      {problems.map(({ problem, recoveryActions, kind }) => (
        <ConnectionProblem key={problem} problem={problem ?? ""} {...{ recoveryActions, kind, taskId }} />
      ))}
      <PublishedRecovery
        taskId={taskId}
        problems={failed.map(({ recoveryActions }) => recoveryActions)}
        {...resending}
        primary={primary}
      />
    </section>
  );
}

const tones = { sent: "text-go", waiting: "text-soft", failed: "text-fault" } as const;
const stateNames = { waiting: "Sending", failed: "Not sent" } as const;

/** Each addition at each of its destinations. */
function additionsOf(details: PublishDetails | undefined) {
  const captions = (details?.captions ?? []).map(({ id, language, name, targets }) => {
    const label = name ? `${languageName(language)}, ${name}` : languageName(language);
    return { id, what: "Captions", label, targets };
  });
  const playlists = (details?.playlists ?? []).map(({ id, title, targets }) => {
    return { id, what: "Playlist", label: title, targets };
  });
  return [...captions, ...playlists].flatMap(({ id, targets, ...rest }) =>
    targets.map((target) => Object.assign({ key: `${id} ${target.deliveryId}` }, rest, target)),
  );
}
