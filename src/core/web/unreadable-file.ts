/** The first file of a form that browsers refuse to send, because it was changed or moved after it was chosen. */
export async function findUnreadableFile(form: FormData): Promise<File | null> {
  for (const value of form.values()) {
    if (value instanceof File && !(await isReadable(value))) return value;
  }
  return null;
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
