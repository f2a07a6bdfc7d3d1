import type { KoaContextWithOIDC } from "oidc-provider";

import type { SandboxSettings } from "../settings.ts";
import { html, type Html } from "../web/html.ts";
import { pageHeaders, renderPage } from "../web/page.ts";
import type { Channel, Person } from "./people.ts";
import type { RequestedScope } from "./scopes.ts";

const picture = (id: string) =>
  html`<img class="picture" src="/pictures/${id}.svg" alt="" width="44" height="44" />`;

function accountNotes(person: Person): string {
  const notes = [
    person.channels.length === 0 && "no YouTube channel",
    !person.emailVerified && "email not verified",
  ];
  return notes.filter((text) => text !== false).join(", ");
}

function cancelForm(uid: string): Html {
  return html`<form method="post" action="/interaction/${uid}/deny" class="actions end">
    <button class="button">Cancel</button>
  </form>`;
}

/** Chooses the account; the one named by `login_hint` comes first. */
export function accountPage(uid: string, clientName: string, persons: readonly Person[]): Html {
  return html`<div class="sheet stack">
    <div class="stack tight">
      <h1>Choose an account</h1>
      <p class="soft">to continue to ${clientName}. These are test accounts without passwords.</p>
    </div>
    <form method="post" action="/interaction/${uid}/account">
      <ul class="choices">
        ${persons.map(
          (person) =>
            html`<li>
              <button class="choice" name="account" value="${person.id}">
                ${picture(person.id)}
                <span>
                  <strong>${person.name}</strong>
                  <span class="soft small">${person.email}</span>
                  ${accountNotes(person) !== "" && html`<span class="soft small">${accountNotes(person)}</span>`}
                </span>
              </button>
            </li>`,
        )}
      </ul>
    </form>
    ${cancelForm(uid)}
  </div>`;
}

/** Chooses one of the user's channels for the application. */
export function channelPage(uid: string, clientName: string, person: Person): Html {
  return html`<div class="sheet stack">
    <div class="stack tight">
      <h1>Choose a channel</h1>
      <p class="soft">${person.email} · ${clientName} will act for the channel you choose.</p>
    </div>
    <form method="get" action="/interaction/${uid}">
      <ul class="choices">
        ${person.channels.map(
          (channel) =>
            html`<li>
              <button class="choice" name="channel" value="${channel.id}">
                ${picture(channel.id)}
                <span>
                  <strong>${channel.title}</strong>
                  <span class="soft small">${channel.handle}</span>
                </span>
              </button>
            </li>`,
        )}
      </ul>
    </form>
    ${cancelForm(uid)}
  </div>`;
}

interface ConsentView {
  uid: string;
  clientName: string;
  person: Person;
  channel: Channel | undefined;
  refusable: readonly RequestedScope[];
}

/** The requested scopes, each with a checkbox. */
export function consentPage({ uid, clientName, person, channel, refusable }: ConsentView): Html {
  return html`<form method="post" action="/interaction/${uid}/consent" class="sheet stack">
    <h1>${clientName} wants access to your account</h1>
    <div class="who">
      ${picture(channel?.id ?? person.id)}
      <p>
        <strong>${channel?.title ?? person.name}</strong><br />
        <span class="soft small">${person.email}</span>
      </p>
    </div>
    <p>${clientName} will see your name, email address and profile picture.</p>
    ${
      refusable.length > 0 &&
      html`<fieldset>
        <legend>Select what ${clientName} can access</legend>
        ${refusable.map(
          ({ scope, description }) =>
            html`<label class="choice">
              <input type="checkbox" name="scope" value="${scope}" checked />
              <span>${description}</span>
            </label>`,
        )}
      </fieldset>`
    }
    ${channel && html`<input type="hidden" name="channel" value="${channel.id}" />`}
    <div class="actions end">
      <button class="button" formaction="/interaction/${uid}/deny">Deny</button>
      <button class="button main">Allow</button>
    </div>
  </form>`;
}

export function endedInteractionPage(): Html {
  return html`<div class="sheet stack">
    <h1>This attempt has ended</h1>
    <p>
      It is finished, expired after an hour, or began in another browser. Go back to the application and start
      again.
    </p>
  </div>`;
}

function mismatchPage(sent: string, settings: SandboxSettings): Html {
  return html`<div class="sheet stack">
    <div class="stack tight">
      <p class="soft small">Error 400: redirect_uri_mismatch</p>
      <h1>The redirect URI is not registered</h1>
    </div>
    <p>
      ${settings.clientName} sent a redirect URI that differs from every registered one. URIs are compared
      character by character.
    </p>
    <dl class="facts">
      <dt>Sent</dt>
      <dd><code>${sent}</code></dd>
      <dt>Registered</dt>
      <dd class="stack tight">${settings.redirectUris.map((uri) => html`<code>${uri}</code>`)}</dd>
    </dl>
    <p class="notice">
      To allow it, add the sent value to <code>SANDBOX_REDIRECT_URIS</code> exactly as shown above and
      restart.
    </p>
  </div>`;
}

function errorPage(code: string, description: string): Html {
  return html`<div class="sheet stack">
    <div class="stack tight">
      <p class="soft small">Error 400: ${code}</p>
      <h1>Access blocked: the request is not valid</h1>
    </div>
    <p>${description}</p>
  </div>`;
}

interface Refusal {
  error: string;
  error_description?: string | undefined;
}

function describe({ error, error_description: detail }: Refusal): string {
  if (error === "invalid_client") return "The client id of the request is not the one in SANDBOX_CLIENT_ID.";
  const next = "Go back to the application and start again.";
  return detail === undefined ? next : `${detail.charAt(0).toUpperCase()}${detail.slice(1)}. ${next}`;
}

/** Google's error page for requests that cannot be redirected back to the application. */
export function renderAuthorizationError(
  ctx: KoaContextWithOIDC,
  out: Refusal,
  error: Error,
  settings: SandboxSettings,
): void {
  const sent = ctx.oidc.params?.["redirect_uri"];
  const mismatch = error.name === "InvalidRedirectUri" && typeof sent === "string";
  const body = mismatch ? mismatchPage(sent, settings) : errorPage(out.error, describe(out));
  ctx.set(pageHeaders());
  ctx.body = renderPage({ title: "Access blocked", body, narrow: true });
}
