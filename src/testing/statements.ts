import { Client } from "pg";
import { vi } from "vitest";

/** The statements of a request. Those of the realtime adapter are not among them. */
export interface SentStatements {
  /** Verb and first table of each statement, such as `insert messages`, in the order they were sent. */
  statements: string[];
  /** Number of times statements were sent while none was unanswered. */
  roundTrips: number;
}

/** Records the statements that are sent to the database while `act` runs. */
export async function statementsOf(act: () => Promise<unknown>): Promise<SentStatements> {
  const sent: SentStatements = { statements: [], roundTrips: 0 };
  const query = Client.prototype.query as (...given: unknown[]) => unknown;
  let unanswered = 0;
  const answered = () => {
    unanswered -= 1;
  };
  const spy = vi.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    const text = textOf(given[0]);
    if (/pg_notify|socket_io/.test(text)) return query.apply(this, given);
    sent.statements.push(shortened(text));
    if (unanswered === 0) sent.roundTrips += 1;
    unanswered += 1;
    // The pool passes a callback.
    const answer = query.apply(
      this,
      given.map((value) => (isCallback(value) ? chain(answered, value) : value)),
    );
    if (answer instanceof Promise) answer.then(answered, answered);
    return answer;
  });
  await act().finally(() => spy.mockRestore());
  return sent;
}

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  return typeof query === "object" && query && "text" in query ? String(query.text) : "";
}

function shortened(text: string): string {
  const [verb = ""] = text.replace(/^\(/, "").split(" ");
  const table = /\b(?:from|into|update) "?(\w+)"?/.exec(text)?.[1];
  const lock = /\bfor (update|share)\b/.exec(text)?.[1];
  return [verb, table, lock && `for ${lock}`].filter(Boolean).join(" ");
}

type Callback = (...given: unknown[]) => void;

const isCallback = (value: unknown): value is Callback => typeof value === "function";

const chain =
  (first: () => void, second: Callback): Callback =>
  (...given: unknown[]) => {
    first();
    second(...given);
  };
