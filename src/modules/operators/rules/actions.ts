/** Actions of operators on accounts and to the server, as recorded in the log. */
export const operatorActionKinds = [
  "suspend",
  "restore",
  "delete",
  "end_sessions",
  "reset_password",
  "login_link",
  "set_quota",
  "make_operator",
  "remove_operator",
  "retry_job",
  "cancel_job",
  "test_mail",
  "test_store",
  "test_push",
] as const;
export type OperatorActionKind = (typeof operatorActionKinds)[number];
