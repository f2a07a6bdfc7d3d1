/**
 * Reasons for which files of a chosen folder aren't uploaded: `system` are files that operating systems write to every disk,
 * `preview` thumbnails and proxies that a camera has made of a clip beside them.
 */
export type RubbishReason = "system" | "preview";

/** Names of files and folders of macOS, Windows, Linux and storage systems, in lower case. */
const systemNames = new Set([
  ".ds_store",
  ".appledouble",
  ".appledb",
  ".appledesktop",
  ".apdisk",
  ".spotlight-v100",
  ".trashes",
  ".fseventsd",
  ".temporaryitems",
  ".documentrevisions-v100",
  ".volumeicon.icns",
  ".com.apple.timemachine.donotpresent",
  ".metadata_never_index",
  ".localized",
  "__macosx",
  // Icons of folders in the Finder.
  "icon\r",
  "thumbs.db",
  "thumbs.db:encryptable",
  "ehthumbs.db",
  "ehthumbs_vista.db",
  "desktop.ini",
  "$recycle.bin",
  "recycler",
  "system volume information",
  "lost.dir",
  "lost+found",
  ".directory",
  ".nomedia",
  ".thumbnails",
  "@eadir",
  "#recycle",
]);

/** AppleDouble files, trash of Linux, and placeholders of deleted files on network drives. */
const systemPatterns = /^(?:\._|\.trash-\d|\.nfs[0-9a-f]|\.fuse_hidden|~\$)/;

/** Canon's and GoPro's thumbnails, proxies of GoPro (LRV) and DJI (LRF). */
const previewExtensions = /\.(?:thm|lrv|lrf)$/;

/**
 * The reason to leave a file out on upload, or null, by its path in the chosen folder as the browser reports it. Everything else
 * of a card is kept, also proxies in folders of their own (`SUB`, `PROXY`) and small files that editing programs read beside
 * clips: XML, XMP, BIM, SMI, PPN, CPF, CIF, SRT, LUTs, ASC MHL. A folder with a missing part can't be imported as a card.
 */
export function rubbishReason(path: string): RubbishReason | null {
  const names = path.toLowerCase().split("/");
  if (names.some((name) => systemNames.has(name) || systemPatterns.test(name))) return "system";
  return previewExtensions.test(names.at(-1) ?? "") ? "preview" : null;
}
