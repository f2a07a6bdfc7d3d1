/** Whether a query failed because the name is taken. */
export function isNameTaken(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("constraint" in at && at.constraint === "people_name_key") return true;
  }
  return false;
}
