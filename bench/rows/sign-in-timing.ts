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

/** Calls for one median; no endpoint is asked twice about one email, so no limit is reached. */
const calls = 300;
const warmUp = 18;
const [min, max] = [0.95, 1.05];

/** Whose emails are asked about. The third ones nobody has either: between them and the second is only noise. */
const kinds = ["crowd", "other", "third"] as const;

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

/** Whether the clock tells which emails have accounts: the same requests with known and unknown ones, in turn. */
export const signInTiming: Row = {
  name: "sign-in-timing",
  measure: async ({ log, onEnd }) => {
    log("starting the product");
    const reelay = await installReelay({ TRUST_PROXY: "true" });
    onEnd(reelay.remove);
    await fillDatabase({ reelay }, insertAccounts);
    const from = clientsWithOwnAddress(reelay.url);
    const figures: Figure[] = [];
    for (const [what, { request, status }] of Object.entries(requests)) {
      const times = { crowd: [] as number[], other: [] as number[], third: [] as number[] };
      for (let at = 1; at <= warmUp + calls; at += 1) {
        for (const kind of orderOf(at)) {
          const email = `${kind}-${at}@example.com`;
          const time = await timeOf(async () => {
            const answer = await request(from(), email);
            if (answer.status !== status) throw new Error(`${what} was answered with ${answer.status}.`);
          });
          if (at > warmUp) times[kind].push(time);
        }
      }
      const [known, unknown, again] = [median(times.crowd), median(times.other), median(times.third)];
      log(`${what}: ${milliseconds(known)} known, ${milliseconds(unknown)} unknown, ${calls} calls each`);
      const ratio = known / unknown;
      figures.push({
        what: `${what}, with an email that somebody has`,
        measured: milliseconds(known),
        baseline: milliseconds(unknown),
        ratio,
        target: { text: `${min} to ${max} of an unknown one`, met: ratio >= min && ratio <= max },
      });
      figures.push(
        plainFigure(`${what}, noise: unknown ones among themselves`, (again / unknown).toFixed(2)),
      );
    }
    return figures;
  },
};

/** Every order in turn: what a request leaves to be done in the background meets all kinds alike. */
function orderOf(at: number): (typeof kinds)[number][] {
  const turned = [...kinds.slice(at % 3), ...kinds.slice(0, at % 3)];
  return at % 6 < 3 ? turned : turned.toReversed();
}

function calling<E extends Endpoint>(endpoint: E, input: (email: string) => Input<E>): Ask {
  return (client, email) => client.call(endpoint, input(email));
}

/** People with a password and a code that waits to be typed in. */
async function insertAccounts(pool: Pool): Promise<void> {
  await insertGeneratedUsers(pool, warmUp + calls);
  const passwordHash = await hashPassword("a long reel with a long name");
  await pool.query("update people set password_hash = $1", [passwordHash]);
  await pool.query(
    `insert into one_time_codes (person_id, purpose, code_hash, expires_at)
    select id, 'reset_password', 'of another code', now() + interval '1 hour' from people`,
  );
}

/** Clients of which each comes from a network address of its own. */
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
