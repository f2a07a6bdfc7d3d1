/** True for the database's refusal of a name that somebody else has. */
export function isNameTaken(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("constraint" in at && at.constraint === "people_name_key") return true;
  }
  return false;
}
