import { setTimeout as wait } from "node:timers/promises";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { z } from "zod";

import type { Sandbox } from "../sandbox.ts";
import { dropConnection, streamBodies } from "../web/raw-connection.ts";
import { registerInteraction } from "./interaction.ts";
import { findPerson } from "./people.ts";
import { oidcPaths } from "./provider.ts";

const formSchema = z.instanceof(URLSearchParams).catch(new URLSearchParams());
const tokenQuery = z.object({ access_token: z.string().optional(), token: z.string().optional() }).catch({});

/** Google's OAuth endpoints, including two that the provider library lacks, and the login pages. */
export function registerIdentity(app: FastifyInstance, sandbox: Sandbox, provider: Provider): void {
  const { consents, failures } = sandbox;

  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    );
    registerInteraction(scope, sandbox, provider);

    // Like Google, this requires no client credentials and revokes everything the user granted the application.
    scope.post(oidcPaths.revocation, async (request, reply) => {
      const value =
        formSchema.parse(request.body).get("token") ?? tokenQuery.parse(request.query).token ?? "";
      const token = (await provider.RefreshToken.find(value)) ?? (await provider.AccessToken.find(value));
      if (!token?.accountId || !token.clientId) {
        return reply
          .code(400)
          .send({ error: "invalid_token", error_description: "Token expired or revoked" });
      }
      consents.revoke(token.accountId, token.clientId);
      return reply.send({});
    });

    scope.get("/tokeninfo", async (request, reply) => {
      const token = await provider.AccessToken.find(tokenQuery.parse(request.query).access_token ?? "");
      const person = token && findPerson(token.accountId);
      if (!token?.exp || !person) {
        return reply.code(400).send({ error: "invalid_token", error_description: "Invalid Value" });
      }
      return reply.send({
        azp: token.clientId,
        aud: token.clientId,
        sub: person.id,
        scope: token.scope,
        exp: String(token.exp),
        expires_in: String(token.exp - Math.floor(Date.now() / 1000)),
        email: person.email,
        email_verified: String(person.emailVerified),
      });
    });
  });

  app.register(async (scope) => {
    streamBodies(scope);
    const answer = provider.callback();
    const hand = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack();
      await answer(request.raw, reply.raw);
    };
    const get = [
      oidcPaths.authorization,
      `${oidcPaths.authorization}/:uid`,
      oidcPaths.userinfo,
      oidcPaths.jwks,
      "/.well-known/openid-configuration",
    ];
    for (const url of get) scope.get(url, hand);
    scope.post(oidcPaths.userinfo, hand);
    scope.post(oidcPaths.token, async (request, reply) => {
      const slow = failures.take("slow_token");
      if (slow) await wait(slow.milliseconds);
      if (failures.take("dropped_token_request")) return dropConnection(reply);
      const refusal = failures.take("token_error");
      if (refusal) {
        const { error, status, retryAfter } = refusal;
        if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
        return reply.code(status).send({ error, error_description: "The sandbox was told to refuse this." });
      }
      return hand(request, reply);
    });
  });
}
