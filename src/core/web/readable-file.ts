/** False for a file that was changed, moved or deleted after it was chosen. Browsers refuse to send it. */
export async function canRead(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** The first file of a form that can't be read. */
export async function findUnreadableFile(form: FormData): Promise<File | null> {
  for (const value of form.values()) {
    if (value instanceof File && !(await canRead(value))) return value;
  }
  return null;
}
