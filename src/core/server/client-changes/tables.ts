import { bigint, customType, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * The last transaction that sent a kind of realtime message to a user. Unlogged: after a crash or a restore it is empty, and
 * every client loads its data again.
 */
export const clientChanges = pgTable(
  "client_changes",
  {
    personId: bigint("person_id", { mode: "number" }).notNull(),
    message: text("message").notNull(),
    transaction: transactionId("transaction").notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.message] })],
);
