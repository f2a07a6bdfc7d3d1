import { createHash } from "node:crypto";
import { chown, lstat, mkdir, mkdtemp, readlink, realpath, rm, rmdir, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { type Account, accountFor, canReach } from "./account.ts";
import { sharedFolder } from "./binaries.ts";

/** Where one supervised PostgreSQL lives and who runs it. All paths are absolute and free of symbolic links. */
export interface Place {
  home: string;
  cluster: string;
  sockets: string;
  log: string;
  account: Account;
}

/** The longest path of a Unix socket in bytes (`sun_path` without its terminating zero). */
const longestSocketPath = process.platform === "darwin" ? 103 : 107;

/** `folder` with everything but its last part resolved, so that each spelling of it means the same database. */
export async function canonicalFolder(folder: string): Promise<string> {
  const parent = path.dirname(path.resolve(folder));
  await mkdir(parent, { recursive: true });
  return path.join(await realpath(parent), path.basename(folder));
}

/** A name for `folder` that is short and always the same. */
export function shortHash(folder: string): string {
  return createHash("sha256").update(folder).digest("hex").slice(0, 16);
}

/** Finds or makes the place of the database of `folder` (canonical). To be called by one process at a time. */
export async function settle(folder: string): Promise<Place> {
  const home = await existingHome(folder);
  const account = await accountFor(path.join(home ?? folder, "cluster"));
  const reachable = await canReach(account, home ?? folder);
  const settled = reachable ? await makeOwn(home ?? folder, account) : await moveAside(folder, account);
  return {
    home: settled,
    cluster: path.join(settled, "cluster"),
    sockets: await socketFolder(settled, account),
    log: path.join(settled, "postgres.log"),
    account,
  };
}

async function existingHome(folder: string): Promise<string | null> {
  if (!(await lstat(folder).catch(() => null))) return null;
  return realpath(folder).catch(async () => {
    throw new Error(
      `The database of ${folder} was kept in ${await readlink(folder)}, which is gone. ` +
        `Put it back, or remove the link ${folder} to start with an empty database.`,
    );
  });
}

async function makeOwn(folder: string, account: Account): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await stat(folder)).uid !== account.uid) await chown(folder, account.uid, account.gid);
  return folder;
}

/** The account can't pass through a folder above (a private home, say): the data lives elsewhere, behind a link. */
async function moveAside(folder: string, account: Account): Promise<string> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return;
    throw new Error(
      `PostgreSQL runs as uid ${account.uid} here, which can't pass through the folders above ${folder}. ` +
        "Let it pass (chmod o+x), or move the database to a folder that it can reach.",
    );
  });
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  const home = await mkdtemp(path.join(sharedFolder, `${shortHash(folder)}-`));
  await chown(home, account.uid, account.gid);
  await symlink(home, folder);
  return home;
}

async function socketFolder(home: string, account: Account): Promise<string> {
  const own = path.join(home, "socket");
  if (socketFits(own)) return makeOwn(own, account);
  const lent = await readlink(own).catch(() => null);
  if (lent !== null && (await isPrivate(lent, account))) return lent;
  const made = await mkdtemp(path.join(await shortFolder(account), "reelay-"));
  await chown(made, account.uid, account.gid);
  await rm(own, { force: true });
  await symlink(made, own);
  return made;
}

async function shortFolder(account: Account): Promise<string> {
  for (const folder of [tmpdir(), "/tmp"]) {
    const example = path.join(folder, "reelay-123456");
    if (socketFits(example) && (await canReach(account, example))) return folder;
  }
  return "/tmp";
}

function socketFits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, ".s.PGSQL.5432")) <= longestSocketPath;
}

async function isPrivate(folder: string, account: Account): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === account.uid && (found.mode & 0o077) === 0;
}
