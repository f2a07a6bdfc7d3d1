import { authorizationFailed } from "../authorization-errors.ts";
import { reconnected, reconnectNeeded } from "../problem-codes.ts";
import type { Problem } from "./problem.ts";

/** Problems of connecting a destination, of the access to it, and of the server's own settings. */
export const destinationProblems = {
  // These end only the connection. The first three are temporary and retried during a delivery.
  unreachable: {
    ...onPage("{platform} can't be reached. Try again in a moment."),
    interruption: "{platform} can't be reached.",
  },
  unavailable: {
    ...onPage("{platform} has a problem at the moment. Try again in a moment."),
    interruption: "{platform} reported a temporary problem.",
  },
  rate_limited: {
    ...onPage("{platform} is receiving too many requests. Try again in a few minutes."),
    interruption: "{platform} is receiving too many requests from this server.",
    figures: { message: "{platform} limits the number of requests. Analytics are read again soon." },
  },
  authorization_declined: onPage(
    "You didn't give access to your channel. Nothing was changed. Connect it when you are ready.",
  ),
  authorization_expired: onPage(
    "The login to {platform} took too long or was already used. Connect the channel again.",
  ),
  authorization_blocked: onPage(
    "The administrator of this account blocks access. Ask them, or use another account.",
  ),
  authorization_failed: onPage(authorizationFailed),
  no_refresh_token: onPage(
    "{platform} didn't grant ongoing access. Remove Reelay at https://myaccount.google.com/permissions, then connect again.",
  ),
  second_factor_needed: inDialog(
    "This account uses two-factor authentication. Enter the code from your authenticator app.",
  ),
  login_refused: inDialog("Wrong user name or password. Check both and try again."),
  not_peertube: inDialog(
    "There is no PeerTube instance at this address. Enter it as in your browser, such as videos.example.org.",
  ),
  address_refused: inDialog(
    "This address can't be used. It must be a public https address; the operator can allow others with ALLOW_PRIVATE_DESTINATIONS.",
  ),
  not_s3: inDialog(
    "No S3-compatible store answers at this address. Enter the endpoint that your provider shows, such as s3.eu-central-1.amazonaws.com.",
  ),
  keys_refused: inDialog(
    "{platform} doesn't accept these keys. Check the access key ID and the secret access key.",
  ),

  scope_missing: noAccess(
    "Publishing needs every permission that {platform} asks you for. Reconnect the channel and leave every box checked.",
    {
      message: "{platform} no longer allows access to analytics. Allow it again in Analytics.",
      lasting: true,
    },
  ),
  no_channel: noAccess("This account has no channel yet. Create one on {platform}, then connect again."),
  account_unusable: noAccess(
    "{platform} has closed or suspended this account. Resolve this on {platform}, or connect another channel.",
  ),
  channel_forbidden: noAccess(
    "This account isn't allowed to do this on the channel at {platform}. Connect the account that owns the channel.",
    {
      message: "{platform} refuses analytics of this video because it belongs to another channel.",
      lasting: true,
      ofVideo: true,
    },
  ),
  bucket_not_found: noAccess(
    "{platform} doesn't exist at this endpoint. Check the names at your provider, then connect it again.",
  ),
  bucket_forbidden: noAccess(
    "These keys lack the permissions they need. Allow them to list, read, write and delete objects at your provider, then try again.",
  ),
  wrong_region: noAccess(
    "{platform} is in another region. Connect it again with the region that your provider shows.",
  ),
  destination_missing: setUpByOperator(
    "{platform} isn't there or is no longer allowed. Ask the operator of this server to check it, then retry.",
  ),
  destination_forbidden: setUpByOperator(
    "Reelay isn't allowed to write in {platform}. Ask the operator of this server to give it read and write permission, then retry.",
  ),
  [reconnectNeeded]: noAccess("The connection to {platform} has expired or was revoked. Reconnect it.", {
    message: "The channel is no longer connected. Connect it again in Settings.",
    lasting: true,
  }),
  [reconnected]: {
    headline: "{platform} is connected again",
    message: "Publishing stopped when the connection ended. Retry to continue.",
    actions: ["retry"],
    published: { message: "{platform} is connected again. Retry to continue." },
  },

  client_settings: ofServer(
    "The {platform} client of this server is misconfigured. Ask the operator to check its ID, secret and redirect URL.",
  ),
  api_not_enabled: {
    ...ofServer(
      "The YouTube Data API is disabled for this server. Ask the operator to enable it in the Google Cloud console.",
    ),
    figures: {
      message: "The YouTube Analytics API is not enabled for this server. Ask its operator to enable it.",
    },
  },
} satisfies Record<string, Problem>;

function onPage(message: string): Problem {
  return { connecting: "page", message };
}

function inDialog(message: string): Problem {
  return { connecting: "dialog", message };
}

/** Retrying without another step helps where the account was changed at the platform meanwhile. */
function noAccess(message: string, figures?: Problem["figures"]): Problem {
  const headline = "Reelay has no access to {platform}";
  return { headline, message, actions: ["reconnect", "retry"], ...(figures && { figures }) };
}

function setUpByOperator(message: string): Problem {
  return { headline: "Reelay has no access to {platform}", message, actions: ["contact-operator", "retry"] };
}

function ofServer(message: string): Problem {
  const headline = "This server is not set up for {platform}";
  return { headline, message, actions: ["contact-operator", "retry"] };
}
