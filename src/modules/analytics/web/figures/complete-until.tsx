import type { CompleteDay } from "#modules/analytics/contract/figures.ts";

import { completeText } from "./format-figures.ts";

/** The last day whose views are all counted. */
export function CompleteUntil({ complete }: { complete: CompleteDay }) {
  return <p className="text-pretty text-soft">{completeText(complete)}. Later views are not included yet.</p>;
}
