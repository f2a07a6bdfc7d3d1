import { readFile, stat } from "node:fs/promises";
import path from "node:path";

/** The operating system's account that PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root, so root lends it `nobody` (or `postgres`); everybody else runs it as themselves.
 * A cluster that exists keeps its owner.
 */
export async function accountFor(cluster: string): Promise<Account> {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const existing = await stat(cluster).catch(() => null);
  if (own.uid !== 0) {
    if (existing && existing.uid !== own.uid) {
      throw new Error(
        `The database in ${cluster} belongs to another account (uid ${existing.uid}). ` +
          "Start Reelay with the account that started it before, or give the folder to yours with chown.",
      );
    }
    return own;
  }
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const accounts = await readFile("/etc/passwd", "utf8").catch(() => "");
  for (const name of ["nobody", "postgres"]) {
    const found = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, "m").exec(accounts);
    if (found) return { uid: Number(found[1]), gid: Number(found[2]) };
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is no account “nobody” or “postgres” to run it as. " +
      "Start Reelay as an ordinary user, or set DATABASE_URL to a PostgreSQL server.",
  );
}

/** Whether `account` may pass through every folder that leads to `target`. */
export async function canReach(account: Account, target: string): Promise<boolean> {
  let folder = path.dirname(target);
  for (;;) {
    if (!(await mayEnter(account, folder))) return false;
    const parent = path.dirname(folder);
    if (parent === folder) return true;
    folder = parent;
  }
}

async function mayEnter(account: Account, folder: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
