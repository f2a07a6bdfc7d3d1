import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

import { freePort } from "#testing/free-port.ts";

const run = promisify(execFile);

export interface Nginx {
  url: string;
  /** Its worker's process. */
  pid: number;
  stop: () => Promise<void>;
}

/** nginx with one worker on the folder `files`, or null where it is not installed. */
export async function startNginx(folder: string, files: string): Promise<Nginx | null> {
  const program = process.env["NGINX_PATH"] ?? "nginx";
  const installed = await run(program, ["-v"]).catch(() => null);
  if (!installed) return null;
  const home = join(folder, "nginx");
  await mkdir(home, { recursive: true });
  const port = await freePort();
  await writeFile(join(home, "nginx.conf"), configuration({ home, port, files }));
  const server = spawn(program, ["-p", home, "-c", "nginx.conf", "-e", join(home, "error.log")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(server, "exit");
  const stop = async () => {
    server.kill();
    await ended;
    await rm(home, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilOpen(url);
    return { url, pid: await workerOf(server.pid ?? 0), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Seconds that `curl -T` of a file into nginx takes, or null where nginx is not installed. */
export async function putIntoNginx(folder: string, path: string): Promise<number | null> {
  const files = join(folder, "nginx-files");
  await mkdir(files, { recursive: true });
  const nginx = await startNginx(folder, files);
  if (!nginx) return null;
  try {
    const { stdout } = await run("curl", [
      ...["-sS", "-o", "/dev/null", "-w", "%{http_code} %{time_total}"],
      ...["-T", path, `${nginx.url}/large`],
    ]);
    const [status, time] = stdout.split(" ").map(Number);
    if (status !== 201) throw new Error(`nginx answered with ${stdout}`);
    return time ?? 0;
  } finally {
    await nginx.stop();
    await rm(files, { recursive: true, force: true });
  }
}

async function workerOf(master: number): Promise<number> {
  const children = await readFile(`/proc/${master}/task/${master}/children`, "utf8");
  return Number(children.trim());
}

function configuration({ home, port, files }: { home: string; port: number; files: string }): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
worker_processes 1;
pid ${home}/pid;
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  ${temporary.map((name) => `${name}_temp_path ${home}/temporary-${name};`).join("\n  ")}
  client_max_body_size 0;
  client_body_buffer_size 1m;
  server {
    listen 127.0.0.1:${port};
    root ${files};
    dav_methods PUT;
  }
}
`;
}

async function untilOpen(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer) return;
    await wait(50);
  }
  throw new Error("nginx did not start.");
}
