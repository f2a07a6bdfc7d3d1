import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Seconds that `curl -T` of a file into nginx takes, or null where nginx is not installed. */
export async function putIntoNginx(folder: string, path: string): Promise<number | null> {
  const program = process.env["NGINX_PATH"] ?? "nginx";
  const installed = await run(program, ["-v"]).catch(() => null);
  if (!installed) return null;
  const home = join(folder, "nginx");
  await mkdir(join(home, "files"), { recursive: true });
  const port = await freePort();
  await writeFile(join(home, "nginx.conf"), configuration(home, port));
  const server = spawn(program, ["-p", home, "-c", "nginx.conf", "-e", join(home, "error.log")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(server, "exit");
  try {
    await untilOpen(port);
    const { stdout } = await run("curl", [
      ...["-sS", "-o", "/dev/null", "-w", "%{http_code} %{time_total}"],
      ...["-T", path, `http://127.0.0.1:${port}/files/large`],
    ]);
    const [status, time] = stdout.split(" ").map(Number);
    if (status !== 201) throw new Error(`nginx answered with ${stdout}`);
    return time ?? 0;
  } finally {
    server.kill();
    await ended;
    await rm(home, { recursive: true, force: true });
  }
}

function configuration(home: string, port: number): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
worker_processes 1;
pid ${home}/pid;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${home}/temporary-${name};`).join("\n  ")}
  client_max_body_size 0;
  client_body_buffer_size 1m;
  server {
    listen 127.0.0.1:${port};
    root ${home};
    dav_methods PUT;
  }
}
`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (!address || typeof address !== "object") throw new Error("There is no free port.");
  return address.port;
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer) return;
    await wait(50);
  }
  throw new Error("nginx did not start.");
}
