/*
 * Ends the process with instructions on a Node.js that cannot run TypeScript. npm scripts load it before the program.
 * Plain JavaScript without imports, because every version of Node.js has to run it.
 */
const oldest = 24;
const installed = process.versions.node;

if (Number(installed.split(".")[0]) < oldest) {
  process.stderr.write(
    `Reelay needs Node.js ${oldest} or newer; this is ${installed}.\n${howToInstall(process.platform, process.arch)}\n`,
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
