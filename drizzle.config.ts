import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./src/product/*/server/tables.ts",
  out: "./migrations",
});
