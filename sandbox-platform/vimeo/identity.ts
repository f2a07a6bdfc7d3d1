import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { people } from "../identity/people.ts";
import { html } from "../web/html.ts";
import { sendPage } from "../web/page.ts";
import { type Api, ApiError } from "./api.ts";

const querySchema = z.object({
  response_type: z.literal("code"),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string().default("public private"),
  state: z.string().default(""),
});
const formSchema = z.instanceof(URLSearchParams).catch(new URLSearchParams());

/** The consent page, tokens and the account. */
export function registerIdentity(app: FastifyInstance, api: Api): void {
  const { sandbox, store, admit } = api;
  const { settings } = sandbox;

  function parseRequest(input: unknown) {
    const { data } = querySchema.safeParse(input);
    const isRegistered =
      data?.client_id === settings.clientId && settings.redirectUris.includes(data.redirect_uri);
    if (!isRegistered) throw new ApiError(400, "The client or the redirect URI is unknown.", 8001);
    return data;
  }

  app.get("/vimeo/oauth/authorize", async (request, reply) => {
    const { redirect_uri: redirectUri, scope } = parseRequest(request.query);
    const body = html`<form method="post" class="sheet stack">
      <h1>${settings.clientName} wants access to your Vimeo account</h1>
      <fieldset>
        <legend>Select what ${settings.clientName} can access</legend>
        ${scope.split(" ").map(
          (name) =>
            html`<label class="choice">
              <input type="checkbox" name="scope" value="${name}" checked />
              <span>${name}</span>
            </label>`,
        )}
      </fieldset>
      <div class="actions end">
        <button class="button" name="account" value="">Deny</button>
        ${people.map(
          ({ id, name }) =>
            html`<button class="button main" name="account" value="${id}">Allow as ${name}</button>`,
        )}
      </div>
    </form>`;
    return sendPage(reply, { title: "Allow access", body, narrow: true }, [new URL(redirectUri).origin]);
  });

  app.post("/vimeo/oauth/authorize", (request, reply) => {
    const { redirect_uri: redirectUri, state } = parseRequest(request.query);
    const form = formSchema.parse(request.body);
    const person = people.find(({ id }) => id === form.get("account"));
    const back = new URL(redirectUri);
    if (person) {
      const scope = form.getAll("scope").join(" ");
      back.searchParams.set("code", store.grant(person.id, scope, redirectUri));
    } else {
      back.searchParams.set("error", "access_denied");
    }
    back.searchParams.set("state", state);
    return reply.redirect(back.href, 303);
  });

  app.post("/vimeo/oauth/access_token", (request) => {
    const secret = `${settings.clientId}:${settings.clientSecret}`;
    if (request.headers.authorization !== `Basic ${Buffer.from(secret).toString("base64")}`) {
      throw new ApiError(401, "The client is unknown.", 8001);
    }
    const form = formSchema.parse(request.body);
    const grant = store.issueToken(form.get("code") ?? "");
    if (!grant || grant.redirect_uri !== form.get("redirect_uri")) {
      throw new ApiError(400, "The authorization code is invalid.", 8405);
    }
    return { access_token: grant.token, token_type: "bearer", scope: grant.scope };
  });

  app.get("/vimeo/oauth/verify", (request) => {
    const { grant, person } = admit(request);
    return { scope: grant.scope, user: { uri: `/users/${person.id}`, name: person.name } };
  });

  app.delete("/vimeo/tokens", (request, reply) => {
    store.endToken(admit(request).grant.token ?? "");
    return reply.code(204).send();
  });

  app.get("/vimeo/me", (request) => {
    const { person } = admit(request);
    return { uri: `/users/${person.id}`, name: person.name };
  });
}
