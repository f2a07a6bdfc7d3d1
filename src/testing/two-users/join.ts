import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";

import { createClient, overHttp } from "../client.ts";
import type { Person } from "../start-app.ts";

/** The password of a user who was signed up by `joinOverHttp`. */
export const passwordOf = (name: string) => `${name} counts the seconds`;

/** Signs a user up at a running server. */
export async function joinOverHttp(url: string, name: string, role: "YOUTUBER" | "EDITOR"): Promise<Person> {
  const transport = overHttp(url);
  const body = { email: `${name}@example.com`, password: passwordOf(name), role };
  const { cookie, data, message } = await createClient(transport).call(passwordEndpoints.signup, { body });
  if (!cookie) throw new Error(`${name} could not sign up: ${message}`);
  return { ...createClient(transport, cookie), user: data, cookie };
}
