const oldest = 24;

/** Ends the process with a sentence when it runs on a Node that can't run TypeScript as it is. */
export function requireNode(): void {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= oldest) return;
  process.stderr.write(
    `Reelay runs on Node ${oldest}, which came with \`npm install\`; this is Node ${process.versions.node}.\n` +
      "Start it by `npm start`. If that fails too, run `npm install` without `--omit=optional`.\n",
  );
  process.exit(1);
}
