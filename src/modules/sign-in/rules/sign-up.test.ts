import { describe, expect, it } from "vitest";

import { defaultSignInSettings as open, type SignInSettings } from "#core/sign-in-settings.ts";

import { roleIn } from "./role-claim.ts";
import { mayRequestLink, signUpMode, signUpRefusal } from "./sign-up.ts";

const operatorEmails = ["boss@studio.example"];
const domains: SignInSettings = { ...open, signUpDomains: ["studio.example"] };
const invitation: SignInSettings = { ...open, signUp: "invitation" };
const closed: SignInSettings = { ...open, signUp: "closed" };
const stranger = {
  email: "ana@elsewhere.example",
  emailVerified: true,
  invited: false,
  singleSignOn: false,
};
const invited = { ...stranger, invited: true };
const colleague = { ...stranger, email: "ben@studio.example" };
const operator = { ...stranger, email: "boss@studio.example" };
const unproved = { emailVerified: false };
const sso = { singleSignOn: true };

describe("an account", () => {
  it.each([
    ["open", open, { ...stranger, ...unproved }, null],
    ["open", open, { ...stranger, ...sso, ...unproved }, null],
    ["domains", domains, stranger, "invitation"],
    ["domains", domains, invited, null],
    ["domains", domains, colleague, null],
    ["domains", domains, { ...colleague, ...unproved }, "link"],
    ["domains", domains, { ...colleague, email: "ben@notstudio.example" }, "invitation"],
    ["domains", domains, { ...colleague, email: "ben@studio.example.evil.example" }, "invitation"],
    ["invitation", invitation, stranger, "invitation"],
    ["invitation", invitation, { ...stranger, ...sso }, "invitation"],
    ["invitation", invitation, { ...invited, ...unproved }, null],
    ["invitation", invitation, operator, null],
    ["invitation", invitation, { ...operator, ...unproved }, "link"],
    ["closed", closed, stranger, "closed"],
    ["closed", closed, invited, "closed"],
    ["closed", closed, { ...invited, ...sso }, "closed"],
    ["closed", closed, operator, null],
    ["closed", closed, { ...operator, ...unproved }, "link"],
    ["single sign-on for all", { ...closed, singleSignOnSignUp: true }, { ...stranger, ...sso }, null],
    ["single sign-on for all", { ...closed, singleSignOnSignUp: true }, stranger, "closed"],
    ["no new accounts", { ...open, singleSignOnSignUp: false }, { ...invited, ...sso }, "closed"],
    ["no new accounts", { ...closed, singleSignOnSignUp: false }, { ...operator, ...sso }, null],
    ["no new accounts", { ...open, singleSignOnSignUp: false }, stranger, null],
  ])("with %s (%#) is refused or allowed", (_name, settings, applicant, refusal) => {
    expect(signUpRefusal({ signIn: settings, operatorEmails }, applicant)).toBe(refusal);
  });
});

it("links to sign up are sent to addresses that may, and no others", () => {
  expect(mayRequestLink({ signIn: closed, operatorEmails }, operator.email)).toBe(true);
  expect(mayRequestLink({ signIn: closed, operatorEmails }, colleague.email)).toBe(false);
  expect(mayRequestLink({ signIn: domains, operatorEmails }, colleague.email)).toBe(true);
  expect(mayRequestLink({ signIn: domains, operatorEmails }, stranger.email)).toBe(false);
});

it("pages ask for a link where addresses have to be proved", () => {
  expect([open, domains, invitation, closed].map(signUpMode)).toEqual([
    "open",
    "link",
    "invitation",
    "closed",
  ]);
});

it.each([
  [["Editor"], "EDITOR"],
  [["/reelay-creator", "staff"], "YOUTUBER"],
  [["youtuber", "creator"], "YOUTUBER"],
  [["editor", "creator"], null],
  [["staff"], null],
  [[], null],
])("the role claim %j means %s", (values, role) => {
  expect(roleIn(values)).toBe(role);
});
