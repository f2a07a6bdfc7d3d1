import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./src/core/server/*/tables.ts",
    "./src/modules/*/server/tables.ts",
    "./src/modules/*/server/*/tables.ts",
    "./src/app/server/installation/tables.ts",
  ],
  out: "./migrations",
});
