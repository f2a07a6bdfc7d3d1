import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Attempts within a time window, shared by all processes. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    attempts: integer("attempts").notNull(),
    resetsAt: timestamp("resets_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("rate_limits_resets").on(table.resetsAt)],
);
