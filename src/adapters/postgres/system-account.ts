import { readFile, stat } from "node:fs/promises";
import path from "node:path";

/** Operating system account that runs PostgreSQL. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account to run PostgreSQL as: the current one, or for root, which PostgreSQL rejects, the owner of an
 * existing cluster, `nobody` or `postgres`. Throws if the cluster belongs to another account.
 */
export async function accountFor(cluster: string): Promise<Account> {
  const current = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const existing = await stat(cluster).catch(() => null);
  if (current.uid !== 0) {
    if (existing && existing.uid !== current.uid) {
      throw new Error(
        `The database in ${cluster} belongs to another account (uid ${existing.uid}). ` +
          "Start Reelay with that account, or change the owner of the folder with chown.",
      );
    }
    return current;
  }
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const accounts = await readFile("/etc/passwd", "utf8").catch(() => "");
  for (const name of ["nobody", "postgres"]) {
    const match = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, "m").exec(accounts);
    if (match) return { uid: Number(match[1]), gid: Number(match[2]) };
  }
  throw new Error(
    "PostgreSQL can't run as root, and the accounts “nobody” and “postgres” don't exist. " +
      "Start Reelay as an ordinary user, or set DATABASE_URL to a PostgreSQL server.",
  );
}

/** Whether `account` has search permission on every folder above `target`. */
export async function canTraverseTo(account: Account, target: string): Promise<boolean> {
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
