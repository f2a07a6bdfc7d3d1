import { boolean, jsonb, pgTable, text } from "drizzle-orm/pg-core";

/** File store of an installation. A folder is known by the id that it contains, not by its path. */
export type StoreIdentity =
  | { kind: "folder"; id: string }
  | { kind: "bucket"; endpoint: string | null; bucket: string };

/** One row: the settings that all processes on this database must have in common. */
export const installation = pgTable("installation", {
  /** Always true, so that there is one row. */
  only: boolean("only").primaryKey().default(true),
  /** Recognizes the application secret without revealing it. */
  secretDigest: text("secret_digest").notNull(),
  store: jsonb("store").$type<StoreIdentity>().notNull(),
});
