import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InteractionResults, Provider } from "oidc-provider";
import { z } from "zod";

import type { Sandbox } from "../sandbox.ts";
import { sendPage } from "../web/page.ts";
import { accountPage, channelPage, consentPage, endedInteractionPage } from "./pages.ts";
import { findPerson, people, type Channel, type Person } from "./people.ts";
import { refusableScopes } from "./scopes.ts";

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

const paramsSchema = z.object({
  client_id: z.string(),
  scope: z.string().default(""),
  redirect_uri: z.url(),
  login_hint: z.string().optional(),
  access_type: z.string().optional(),
  include_granted_scopes: z.string().optional(),
});

const formSchema = z.instanceof(URLSearchParams).catch(new URLSearchParams());
const querySchema = z.object({ channel: z.string().optional() });

const unique = (values: readonly string[]) => [...new Set(values)];

function hintedFirst(hint: string | undefined): Person[] {
  const named = (person: Person) => hint === person.email || hint === person.id;
  return [...people.filter(named), ...people.filter((person) => !named(person))];
}

function findPersonChannel(person: Person, id: string | null | undefined): Channel | undefined {
  return person.channels.find((channel) => channel.id === id);
}

/** The pages on which a user chooses account, channel and scopes. */
export function registerInteraction(app: FastifyInstance, sandbox: Sandbox, provider: Provider): void {
  const { consents, settings } = sandbox;
  const { clientName } = settings;

  async function findInteraction(request: FastifyRequest, reply: FastifyReply) {
    try {
      return await provider.interactionDetails(request.raw, reply.raw);
    } catch {
      return undefined;
    }
  }

  function sendLost(reply: FastifyReply): FastifyReply {
    return sendPage(reply.code(400), { title: "Login ended", body: endedInteractionPage(), narrow: true });
  }

  async function finish(request: FastifyRequest, reply: FastifyReply, result: InteractionResults) {
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  }

  /** Ends the previous session, so that every choice of an account starts from the same state. */
  async function forgetSession(interaction: Interaction): Promise<void> {
    const uid = interaction.session?.uid;
    if (uid === undefined) return;
    const session = await provider.Session.findByUid(uid);
    await session?.destroy();
    interaction.session = undefined;
    await interaction.persist();
  }

  async function recordConsent(
    interaction: Interaction,
    person: Person,
    form: URLSearchParams,
  ): Promise<string> {
    const params = paramsSchema.parse(interaction.params);
    const channel = findPersonChannel(person, form.get("channel"));
    const requested = params.scope.split(" ");
    const refusable = refusableScopes(requested).map(({ scope }) => scope);
    const refused = refusable.filter((scope) => !form.getAll("scope").includes(scope));
    const earlier =
      params.include_granted_scopes === "true" ? grantedBefore(person, params.client_id, channel) : [];
    const granted = unique([...requested.filter((scope) => !refused.includes(scope)), ...earlier]);

    const grant = new provider.Grant({ accountId: person.id, clientId: params.client_id });
    if (granted.length > 0) grant.addOIDCScope(granted.join(" "));
    const stillRefused = refused.filter((scope) => !granted.includes(scope));
    if (stillRefused.length > 0) grant.rejectOIDCScope(stillRefused.join(" "));
    const grantId = await grant.save();
    interaction.params = { ...interaction.params, scope: unique([...requested, ...earlier]).join(" ") };
    await interaction.persist();

    const consent = {
      grantId,
      accountId: person.id,
      clientId: params.client_id,
      channelId: channel?.id,
      scopes: granted,
      createdAt: new Date().toISOString(),
    };
    consents.record(consent, params.access_type === "offline");
    return grantId;
  }

  function grantedBefore(person: Person, clientId: string, channel: Channel | undefined): string[] {
    const existing = consents.list(person.id, clientId).filter((each) => each.channelId === channel?.id);
    return existing.flatMap((each) => each.scopes);
  }

  app.get("/interaction/:uid", async (request, reply) => {
    const interaction = await findInteraction(request, reply);
    if (!interaction) return sendLost(reply);
    const params = paramsSchema.parse(interaction.params);
    const { uid } = interaction;
    const targets = [new URL(params.redirect_uri).origin];
    const person = findPerson(interaction.session?.accountId ?? "");
    if (interaction.prompt.name !== "consent" || !person) {
      const body = accountPage(uid, clientName, hintedFirst(params.login_hint));
      return sendPage(reply, { title: "Choose an account", body, narrow: true }, targets);
    }
    const refusable = refusableScopes(params.scope.split(" "));
    const channel = findPersonChannel(person, querySchema.parse(request.query).channel);
    if (refusable.length > 0 && person.channels.length > 0 && !channel) {
      const body = channelPage(uid, clientName, person);
      return sendPage(reply, { title: "Choose a channel", body, narrow: true }, targets);
    }
    const body = consentPage({ uid, clientName, person, channel, refusable });
    return sendPage(reply, { title: "Allow access", body, narrow: true }, targets);
  });

  app.post("/interaction/:uid/account", async (request, reply) => {
    const interaction = await findInteraction(request, reply);
    const person = findPerson(formSchema.parse(request.body).get("account") ?? "");
    if (!interaction || !person) return sendLost(reply);
    await forgetSession(interaction);
    return finish(request, reply, { login: { accountId: person.id }, select_account: {} });
  });

  app.post("/interaction/:uid/consent", async (request, reply) => {
    const interaction = await findInteraction(request, reply);
    const person = findPerson(interaction?.session?.accountId ?? "");
    if (!interaction || !person) return sendLost(reply);
    const refusal = sandbox.failures.take("consent_error");
    if (refusal) return finish(request, reply, { error: refusal.error });
    const grantId = await recordConsent(interaction, person, formSchema.parse(request.body));
    return finish(request, reply, { consent: { grantId } });
  });

  app.post("/interaction/:uid/deny", async (request, reply) => {
    const interaction = await findInteraction(request, reply);
    if (!interaction) return sendLost(reply);
    return finish(request, reply, {
      error: "access_denied",
      error_description: "The user denied access",
    });
  });
}
