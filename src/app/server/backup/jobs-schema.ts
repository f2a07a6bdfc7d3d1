import type { ClientBase } from "pg";
import { getConstructionPlans, getRollbackPlans } from "pg-boss";

const schema = "pgboss";

/** Version of the schema that the installed pg-boss works with. */
export function installedJobsVersion(): number {
  const match = /version\(version\) VALUES \('(\d+)'\)/.exec(getConstructionPlans(schema));
  if (!match) throw new Error("The installed pg-boss does not state the version of its schema.");
  return Number(match[1]);
}

/** Creates pg-boss' tables, empty, as its schema `version` has them, in the transaction of `client`. */
export async function createJobsSchema(client: ClientBase, version: number): Promise<void> {
  await client.query(withoutTransaction(getConstructionPlans(schema)));
  for (let at = installedJobsVersion(); at > version; at -= 1) {
    await client.query(withoutTransaction(getRollbackPlans(schema, at)));
  }
  // The plans limit the transaction that they are meant to be.
  await client.query("set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0");
}

function withoutTransaction(plan: string): string {
  return plan.replace(/^\s*BEGIN;/, "").replace(/COMMIT;\s*$/, "");
}
