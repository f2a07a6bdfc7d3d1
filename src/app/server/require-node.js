/*
 * Ends the process with instructions on a Node.js that cannot run TypeScript, and in a folder where Node.js or the build
 * tools find no files. npm scripts load it before the program. Plain JavaScript without imports, because every version of
 * Node.js has to run it.
 */
const oldest = 24;
const installed = process.versions.node;

if (Number(installed.split(".")[0]) < oldest) {
  process.stderr.write(
    `Reelay needs Node.js ${oldest} or newer; this is ${installed}.\n${howToInstall(process.platform, process.arch)}\n`,
  );
  process.exit(1);
}

const folder = decodeURIComponent(new URL("../../..", import.meta.url).pathname);
// Vite reads them as parts of a URL, Node.js replaces `*` in the paths of imports.
const reserved = /[#?*]/.exec(folder);
if (reserved) {
  process.stderr.write(
    `Reelay can't be built in ${folder}: the build tools don't support "${reserved[0]}" in the path. Rename the folder, then run the command again.\n`,
  );
  process.exit(1);
}

function howToInstall(platform, architecture) {
  if (platform === "darwin") return "Run `brew install node@24 && brew link --overwrite node@24`.";
  if (platform === "linux" && ["x64", "arm64"].includes(architecture)) {
    return "It is part of `npm install`, unless optional packages are omitted. Run `npm install --include=optional`, then `npm start`.";
  }
  if (platform === "linux")
    return `Install it from your distribution: there is no package for ${architecture}.`;
  return "Reelay runs on Linux and macOS. On Windows, use the Windows Subsystem for Linux.";
}
