/** The modules in dependency order: a module imports only modules before it. The linter reads the same list. */
export const moduleOrder = [
  "people",
  "sign-in",
  "team",
  "media",
  "tasks",
  "review",
  "feedback",
  "publishing",
  "profiles",
  "history",
  "messages",
  "board",
  "preview",
  "notifications",
  "operators",
  "site",
] as const;
