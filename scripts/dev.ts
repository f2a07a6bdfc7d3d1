import { spawn } from "node:child_process";
import { join, resolve } from "node:path";

import { createServer } from "vite";

/** Runs Vite with hot reload, and the server with restarts on changes. */
const root = resolve(import.meta.dirname, "..");
const port = Number(process.env["PORT"] ?? 3000);
const apiPort = port + 100;
const api = `http://localhost:${apiPort}`;

const server = spawn(
  process.execPath,
  ["--watch", "--watch-preserve-output", join(root, "src/app/server/main.ts"), "--api-only"],
  { stdio: "inherit", env: { ...process.env, PORT: String(apiPort), APP_URL: `http://localhost:${port}` } },
);

const vite = await createServer({
  configFile: join(root, "vite.config.ts"),
  server: {
    port,
    strictPort: true,
    proxy: {
      "/api": api,
      "/media": api,
      "/robots.txt": api,
      "/sitemap.xml": api,
      "/socket.io": { target: api, ws: true },
    },
  },
});
await vite.listen();
vite.printUrls();

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    server.once("exit", () => void vite.close().then(() => process.exit(0)));
    server.kill("SIGTERM");
  });
}
