import { type ProblemCode, problems } from "./problems.ts";
import type { Problem } from "./problems/problem.ts";

/** The codes of the problems by the time at which they are shown, in the order of the table. */
export const problemLists = {
  connecting: codesWhere(({ connecting }) => connecting !== undefined),
  delivery: codesWhere(({ actions, only }) => actions !== undefined && only !== "published"),
  retried: codesWhere(({ interruption }) => interruption !== undefined),
  published: codesWhere(({ actions, only }) => actions !== undefined && only !== "delivery"),
};

function codesWhere(matches: (problem: Problem) => boolean): ProblemCode[] {
  return (Object.keys(problems) as ProblemCode[]).filter((code) => matches(problems[code]));
}
