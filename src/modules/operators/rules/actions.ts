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
  "invite",
  "revoke_invitation",
  "retry_job",
  "cancel_job",
  "cancel_preparation",
  "cancel_delivery",
  "test_mail",
  "test_store",
  "test_push",
] as const;
export type OperatorActionKind = (typeof operatorActionKinds)[number];

/** The texts of actions in the log, beside the name of the user whom they concern. */
export const operatorActionTexts: Record<OperatorActionKind, string> = {
  suspend: "Suspended the account",
  restore: "Restored the account",
  delete: "Deleted the account",
  end_sessions: "Ended all sessions",
  reset_password: "Sent a password reset",
  login_link: "Created a login link",
  set_quota: "Changed the storage quota",
  make_operator: "Made an operator",
  remove_operator: "Removed as operator",
  invite: "Invited a person",
  revoke_invitation: "Revoked an invitation",
  retry_job: "Retried a job",
  cancel_job: "Cancelled a job",
  cancel_preparation: "Cancelled the preparation of a video",
  cancel_delivery: "Cancelled a delivery",
  test_mail: "Sent a test email",
  test_store: "Tested the file store",
  test_push: "Tested a push message",
};
