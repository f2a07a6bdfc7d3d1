import { setTimeout as wait } from "node:timers/promises";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { z } from "zod";

import type { Sandbox } from "../sandbox.ts";
import { registerInteraction } from "./interaction.ts";
import { findPerson } from "./people.ts";
import { oidcPaths } from "./provider.ts";

const formSchema = z.instanceof(URLSearchParams).catch(new URLSearchParams());
const tokenQuery = z.object({ access_token: z.string().optional(), token: z.string().optional() }).catch({});

/** Google's OAuth endpoints, its two small ones that the provider library does not have, and the pages between. */
export function registerIdentity(app: FastifyInstance, sandbox: Sandbox, provider: Provider): void {
  const { consents, defineErrors } = sandbox;

  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    );
    registerInteraction(scope, sandbox, provider);

    // Google asks for no client credentials here, and takes back everything the person allowed the application.
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
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
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
      const slow = defineErrors.take("slow_token");
      if (slow) await wait(slow.milliseconds);
      return hand(request, reply);
    });
  });
}
