/** Characters of an explanation, and of the reason for accepting a finding. */
export const maxStatementLength = 500;

/** Statements that people make about a finding, at most one of each. */
export const statementKinds = ["explanation", "acceptance"] as const;
export type StatementKind = (typeof statementKinds)[number];

/** States of a finding. Explained ones are open until they are accepted. */
export const findingStates = ["open", "explained", "accepted"] as const;
export type FindingState = (typeof findingStates)[number];

/** The state of a finding with these statements. */
export function findingState(has: Partial<Record<StatementKind, unknown>>): FindingState {
  if (has.acceptance) return "accepted";
  return has.explanation ? "explained" : "open";
}
