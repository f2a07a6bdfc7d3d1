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
  /** Paths of files and folders that the browser can't read. */
  unreadable: string[];
  /** Handles of the chosen files and folders, to read them after a reload; empty where the browser offers none. */
  handles: FileSystemHandle[];
}

/** Files of an `<input type="file">`, also of one that chooses a folder. */
export function fromInput(list: Iterable<File>): Chosen {
  const files = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file, handle: null }));
  return { files, unreadable: [], handles: [] };
}

/** Files of handles, with those in all folders of folders. */
export async function fromHandles(handles: readonly FileSystemHandle[]): Promise<Chosen> {
  const chosen: Chosen = { files: [], unreadable: [], handles: [...handles] };
  for (const handle of handles) await addHandle(handle, handle.name, chosen);
  return chosen;
}

async function addHandle(handle: FileSystemHandle, path: string, chosen: Chosen): Promise<void> {
  try {
    if (isDirectory(handle)) {
      for await (const entry of handle.values()) await addHandle(entry, `${path}/${entry.name}`, chosen);
    } else if (isFile(handle)) {
      chosen.files.push({ path, file: await handle.getFile(), handle });
    }
  } catch {
    chosen.unreadable.push(path);
  }
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
  const chosen: Chosen = { files: [], unreadable: [], handles: [] };
  for (const { handle: readingHandle, entry, file } of reading) {
    const handle = await readingHandle;
    if (handle) {
      chosen.handles.push(handle);
      await addHandle(handle, handle.name, chosen);
    } else if (entry) await addEntry(entry, entry.name, chosen);
    else if (file) chosen.files.push({ path: file.name, file, handle: null });
  }
  return chosen;
}

async function addEntry(entry: FileSystemEntry, path: string, chosen: Chosen): Promise<void> {
  try {
    if (isFileEntry(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      chosen.files.push({ path, file, handle: null });
    } else if (isDirectoryEntry(entry)) {
      for (const child of await allEntries(entry)) await addEntry(child, `${path}/${child.name}`, chosen);
    }
  } catch {
    chosen.unreadable.push(path);
  }
}

/** The entries of a folder. Browsers return them in parts, the last of which is empty. */
export async function allEntries(
  folder: Pick<FileSystemDirectoryEntry, "createReader">,
): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
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
