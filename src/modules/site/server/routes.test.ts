import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { describe, expect, it } from "vitest";

import { bindEndpoints } from "#core/server/bind-endpoints.ts";

import { siteEndpoints } from "../contract/site.ts";
import { noContact, type Contact } from "../rules/contact.ts";
import { siteHandlers } from "./routes.ts";

const unused = async () => {
  throw new Error("The contact endpoint uses neither a database nor files.");
};

async function ask(contact: Contact): Promise<unknown> {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest("actor", null);
  bindEndpoints(app, "site", siteEndpoints, siteHandlers({ contact }), {
    run: unused,
    read: unused,
    receiveFile: unused,
  });
  const response = await app.inject("/api/v1/site/contact");
  await app.close();
  return response.json();
}

describe("the contact", () => {
  it("returns the configured details to anyone", async () => {
    const contact = {
      email: "help@reelay.example",
      phone: "+49 30 1234567",
      address: "1 Example Street",
      social: [{ name: "YouTube", url: "https://www.youtube.com/@reelay" }],
    };
    expect(await ask(contact)).toMatchObject({ data: contact });
  });

  it("is empty where nothing is configured", async () => {
    expect(await ask(noContact)).toMatchObject({ data: noContact });
  });
});
