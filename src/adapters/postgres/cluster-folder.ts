import { createHash } from "node:crypto";
import { chown, lstat, mkdir, mkdtemp, readlink, realpath, rm, rmdir, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { sharedFolder } from "./binaries.ts";
import { type Account, accountFor, canTraverseTo } from "./system-account.ts";

/** Paths and account of a supervised PostgreSQL. The paths are absolute and contain no symbolic links. */
export interface ClusterLocation {
  home: string;
  cluster: string;
  sockets: string;
  log: string;
  account: Account;
}

/** The longest path of a Unix socket in bytes (`sun_path` without its terminating zero). */
const maxSocketPathBytes = process.platform === "darwin" ? 103 : 107;

/** `folder` with its parent resolved, so that different spellings give the same database. */
export async function canonicalFolder(folder: string): Promise<string> {
  const parent = path.dirname(path.resolve(folder));
  await mkdir(parent, { recursive: true });
  return path.join(await realpath(parent), path.basename(folder));
}

/** A short, stable name for `folder`: 16 hexadecimal digits. */
export function shortHash(folder: string): string {
  return createHash("sha256").update(folder).digest("hex").slice(0, 16);
}

/** Creates or finds the folders for the database in `folder` (canonical). Not safe for concurrent calls. */
export async function prepareClusterFolder(folder: string): Promise<ClusterLocation> {
  const home = await existingHome(folder);
  const account = await accountFor(path.join(home ?? folder, "cluster"));
  const reachable = await canTraverseTo(account, home ?? folder);
  const resolvedHome = reachable
    ? await createOwnedFolder(home ?? folder, account)
    : await relocate(folder, account);
  return {
    home: resolvedHome,
    cluster: path.join(resolvedHome, "cluster"),
    sockets: await socketFolder(resolvedHome, account),
    log: path.join(resolvedHome, "postgres.log"),
    account,
  };
}

async function existingHome(folder: string): Promise<string | null> {
  if (!(await lstat(folder).catch(() => null))) return null;
  return realpath(folder).catch(async () => {
    throw new Error(
      `${folder} links to ${await readlink(folder)}, which does not exist. ` +
        `Restore it, or remove the link to start with an empty database.`,
    );
  });
}

async function createOwnedFolder(folder: string, account: Account): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await stat(folder)).uid !== account.uid) await chown(folder, account.uid, account.gid);
  return folder;
}

/**
 * Puts the data into a shared folder and links it, if the account can't access `folder` (below a private home
 * folder, for example).
 */
async function relocate(folder: string, account: Account): Promise<string> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return;
    throw new Error(
      `PostgreSQL runs as uid ${account.uid} here, which has no access to the folders above ${folder}. ` +
        "Grant access (chmod o+x), or move the database to another folder.",
    );
  });
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  const home = await mkdtemp(path.join(sharedFolder, `${shortHash(folder)}-`));
  await chown(home, account.uid, account.gid);
  await symlink(home, folder);
  return home;
}

async function socketFolder(home: string, account: Account): Promise<string> {
  const clusterSocket = path.join(home, "socket");
  if (socketFits(clusterSocket)) return createOwnedFolder(clusterSocket, account);
  const existing = await readlink(clusterSocket).catch(() => null);
  if (existing !== null && (await isPrivate(existing, account))) return existing;
  const made = await mkdtemp(path.join(await shortFolder(account), "reelay-"));
  await chown(made, account.uid, account.gid);
  await rm(clusterSocket, { force: true });
  await symlink(made, clusterSocket);
  return made;
}

async function shortFolder(account: Account): Promise<string> {
  for (const folder of [tmpdir(), "/tmp"]) {
    const example = path.join(folder, "reelay-123456");
    if (socketFits(example) && (await canTraverseTo(account, example))) return folder;
  }
  return "/tmp";
}

function socketFits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, ".s.PGSQL.5432")) <= maxSocketPathBytes;
}

async function isPrivate(folder: string, account: Account): Promise<boolean> {
  const entry = await lstat(folder).catch(() => null);
  return entry !== null && entry.isDirectory() && entry.uid === account.uid && (entry.mode & 0o077) === 0;
}
