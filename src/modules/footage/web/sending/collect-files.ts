/** A file that the user has chosen. */
export interface ChosenFile {
  /** Relative to what was chosen, with `/` between its parts. */
  path: string;
  file: File;
  /** Reads it again; null where the browser offers no handles. */
  handle: FileSystemFileHandle | null;
}

export interface Chosen {
  files: ChosenFile[];
  /** Handles of the chosen files and folders, to read them after a reload; empty where the browser offers none. */
  handles: FileSystemHandle[];
}

/** Files of an `<input type="file">`, also of one that chooses a folder. */
export function fromInput(list: Iterable<File>): Chosen {
  const files = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file, handle: null }));
  return { files, handles: [] };
}

/** Files of handles, with those in all folders of folders. Files that can't be read are left out. */
export async function fromHandles(handles: readonly FileSystemHandle[]): Promise<Chosen> {
  const files: ChosenFile[] = [];
  for (const handle of handles) await addHandle(handle, handle.name, files);
  return { files, handles: [...handles] };
}

async function addHandle(handle: FileSystemHandle, path: string, files: ChosenFile[]): Promise<void> {
  if (isDirectory(handle)) {
    for await (const entry of handle.values()) await addHandle(entry, `${path}/${entry.name}`, files);
    return;
  }
  if (!isFile(handle)) return;
  const file = await handle.getFile().catch(() => null);
  if (file) files.push({ path, file, handle });
}

/** Handles exist in some browsers only; TypeScript doesn't declare them. */
interface ItemWithHandle {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

/** Dropped files and folders. Call it in the event: browsers clear the data afterwards. */
export async function fromDrop({ items }: DataTransfer): Promise<Chosen> {
  const dropped = [...items].filter(({ kind }) => kind === "file");
  const reading = dropped.map((item) => {
    const { getAsFileSystemHandle }: ItemWithHandle = item as ItemWithHandle;
    const handle = getAsFileSystemHandle?.call(item).catch(() => null) ?? Promise.resolve(null);
    return { handle, entry: item.webkitGetAsEntry(), file: item.getAsFile() };
  });
  const chosen: Chosen = { files: [], handles: [] };
  for (const { handle: readingHandle, entry, file } of reading) {
    const handle = await readingHandle;
    if (handle) {
      chosen.handles.push(handle);
      await addHandle(handle, handle.name, chosen.files);
    } else if (entry) await addEntry(entry, entry.name, chosen.files);
    else if (file) chosen.files.push({ path: file.name, file, handle: null });
  }
  return chosen;
}

async function addEntry(entry: FileSystemEntry, path: string, files: ChosenFile[]): Promise<void> {
  if (isFileEntry(entry)) {
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
    if (file) files.push({ path, file, handle: null });
  } else if (isDirectoryEntry(entry)) {
    for (const child of await allEntries(entry)) await addEntry(child, `${path}/${child.name}`, files);
  }
}

/** Browsers return the entries of a folder in parts, the last of which is empty. */
async function allEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === "file";
}

function isDirectory(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === "directory";
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectoryEntry(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
