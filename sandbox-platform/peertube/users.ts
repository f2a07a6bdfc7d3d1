import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { accounts } from "./accounts.ts";
import type { Instance } from "./instance.ts";
import { Problem } from "./problem.ts";
import { showVideo } from "./videos.ts";

/** The instance's client for logins, which is no secret: every instance gives its own to everyone. */
const client = {
  client_id: "sandboxpeertubeclientsandboxpeer",
  client_secret: "sandboxpeertubesecretsandboxpeer",
};

const tokenSchema = z.discriminatedUnion("grant_type", [
  z.object({
    grant_type: z.literal("password"),
    client_id: z.string(),
    client_secret: z.string(),
    username: z.string(),
    password: z.string(),
  }),
  z.object({
    grant_type: z.literal("refresh_token"),
    client_id: z.string(),
    client_secret: z.string(),
    refresh_token: z.string(),
  }),
]);

/** Login, tokens and the account. */
export function registerUsers(app: FastifyInstance, { store, admit, fails }: Instance): void {
  app.get("/api/v1/oauth-clients/local", () => {
    if (fails("not_peertube")) throw new Problem(404, "Not found.");
    return client;
  });

  app.post("/api/v1/users/token", (request) => {
    const form = tokenSchema.safeParse(request.body);
    if (!form.success) throw new Problem(400, "Invalid request.", "invalid_request");
    const { data } = form;
    if (data.client_id !== client.client_id || data.client_secret !== client.client_secret) {
      throw new Problem(400, "Unknown client.", "invalid_client");
    }
    const username =
      data.grant_type === "refresh_token"
        ? store.endRefresh(data.refresh_token)
        : login(data, request.headers["x-peertube-otp"]);
    if (username === undefined) throw new Problem(400, "Invalid grant.", "invalid_grant");
    const { access, refresh, lifetime } = store.issueTokens(username);
    return { token_type: "Bearer", access_token: access, refresh_token: refresh, expires_in: lifetime };
  });

  app.post("/api/v1/users/revoke-token", (request) => {
    admit(request);
    store.endAccess(request.headers.authorization?.slice("Bearer ".length) ?? "");
    return {};
  });

  app.get("/api/v1/users/me", (request) => {
    const { username, channels } = admit(request);
    return {
      id: accounts.findIndex((each) => each.username === username) + 1,
      username,
      videoChannels: channels,
    };
  });

  app.get("/api/v1/users/me/videos", (request) => {
    const { username } = admit(request);
    const videos = store.videos().filter((video) => video.username === username);
    return { total: videos.length, data: videos.slice(0, 100).map(showVideo) };
  });
}

function login(
  { username, password }: { username: string; password: string },
  otp: string | string[] | undefined,
): string | undefined {
  const account = accounts.find((each) => each.username === username && each.password === password);
  if (account?.otp !== undefined && otp === undefined) {
    throw new Problem(401, "A second factor is needed.", "missing_two_factor", {
      "x-peertube-otp": "required; app",
    });
  }
  if (account?.otp !== undefined && otp !== account.otp) {
    throw new Problem(400, "The code is wrong.", "invalid_two_factor");
  }
  return account?.username;
}
