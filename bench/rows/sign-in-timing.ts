import type { Pool } from "pg";

import type { Endpoint, Input } from "#core/endpoint.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { hashPassword } from "#modules/sign-in/server/passwords/password-hash.ts";
import { createClient, overHttp } from "#testing/client.ts";
import { insertGeneratedUsers } from "#testing/generate-users.ts";

import { installReelay } from "../../e2e/support/reelay.ts";
import { fillDatabase } from "../database.ts";
import { type Figure, median, milliseconds, plainFigure, type Row } from "../figure.ts";
import { timeOf } from "../request-timing.ts";

const warmUp = 18;
const [min, max] = [0.95, 1.05];

/** Registered addresses, unregistered ones, and more unregistered ones to measure noise. */
const kinds = ["known", "unknown", "control"] as const;

type Ask = (client: ReturnType<typeof createClient>, email: string) => Promise<{ status: number }>;

const requests: Record<string, { request: Ask; status: number }> = {
  "log in": {
    request: calling(passwordEndpoints.login, (email) => ({ body: { email, password: "not the one" } })),
    status: 401,
  },
  "type a code in": {
    request: calling(passwordEndpoints.verifyOtp, (email) => ({ body: { email, otp: "2222" } })),
    status: 400,
  },
  "ask for a code": {
    request: calling(passwordEndpoints.generateOtp, (email) => ({ body: { email } })),
    status: 200,
  },
};

/**
 * Whether response times reveal which email addresses are registered: the same requests with both kinds,
 * alternating.
 */
export const signInTiming: Row = {
  name: "sign-in-timing",
  measure: async ({ tiny, log, onEnd }) => {
    // Calls per median. Each email address is used once per endpoint, so that no rate limit applies.
    const calls = tiny ? 1 : 300;
    log("starting the product");
    const reelay = await installReelay({ TRUST_PROXY: "true" });
    onEnd(reelay.remove);
    await fillDatabase({ reelay }, (pool) => insertAccounts(pool, warmUp + calls));
    const from = clientsWithOwnAddress(reelay.url);
    const figures: Figure[] = [];
    for (const [what, { request, status }] of Object.entries(requests)) {
      const times = { known: [] as number[], unknown: [] as number[], control: [] as number[] };
      for (let at = 1; at <= warmUp + calls; at += 1) {
        for (const kind of orderOf(at)) {
          const email = `${kind}-${at}@example.com`;
          const time = await timeOf(async () => {
            const answer = await request(from(), email);
            if (answer.status !== status) throw new Error(`${what} returned ${answer.status}.`);
          });
          if (at > warmUp) times[kind].push(time);
        }
      }
      const [known, unknown, again] = [median(times.known), median(times.unknown), median(times.control)];
      log(`${what}: ${milliseconds(known)} known, ${milliseconds(unknown)} unknown, ${calls} calls each`);
      const ratio = known / unknown;
      figures.push({
        what: `${what}, with a registered email address`,
        measured: milliseconds(known),
        baseline: milliseconds(unknown),
        ratio,
        target: { text: `${min} to ${max} of an unregistered one`, met: ratio >= min && ratio <= max },
      });
      figures.push(
        plainFigure(
          `${what}, noise: unregistered addresses compared with each other`,
          (again / unknown).toFixed(2),
        ),
      );
    }
    return figures;
  },
};

/** Rotates the order, so that background work after a request affects all kinds equally. */
function orderOf(at: number): (typeof kinds)[number][] {
  const turned = [...kinds.slice(at % 3), ...kinds.slice(0, at % 3)];
  return at % 6 < 3 ? turned : turned.toReversed();
}

function calling<E extends Endpoint>(endpoint: E, input: (email: string) => Input<E>): Ask {
  return (client, email) => client.call(endpoint, input(email));
}

/** Inserts users with a password and a pending one-time code. */
async function insertAccounts(pool: Pool, count: number): Promise<void> {
  await insertGeneratedUsers(pool, count);
  const passwordHash = await hashPassword("a long reel with a long name");
  await pool.query("update people set password_hash = $1", [passwordHash]);
  await pool.query(
    `insert into one_time_codes (person_id, purpose, code_hash, expires_at)
    select id, 'reset_password', 'of another code', now() + interval '1 hour' from people`,
  );
}

/** Returns clients with different network addresses. */
function clientsWithOwnAddress(url: string): () => ReturnType<typeof createClient> {
  const transport = overHttp(url);
  let count = 0;
  return () => {
    count += 1;
    const address = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
    return createClient((request) =>
      transport({ ...request, headers: { ...request.headers, "x-forwarded-for": address } }),
    );
  };
}
