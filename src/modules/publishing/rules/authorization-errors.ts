import { descriptors, type DestinationKind } from "../platforms/platforms.ts";

/** `{platform}` stands for the platform's name. */
export const authorizationFailed = "{platform} refused the login. Connect the channel again.";

/** The message for the `error` with which the consent screen of a platform returns, except for a refusal by the user. */
export function returnErrorMessage(kind: DestinationKind, error: string): string {
  const { connection, name } = descriptors[kind];
  return connection.consent?.errors[error] ?? authorizationFailed.replace("{platform}", name);
}
