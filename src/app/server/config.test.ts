import { describe, expect, it } from "vitest";

import { readConfig } from "./config.ts";

describe("the configuration", () => {
  it("takes the uploads and units of the Google project's quota", () => {
    expect(readConfig({})).toMatchObject({
      youtubeQuota: { uploads: 100, units: 10_000, counts: 10_000, reports: 10_000 },
    });
    const set = { YOUTUBE_ANALYTICS_QUOTA: "100000", YOUTUBE_QUOTA: "50000", YOUTUBE_UPLOADS: "500" };
    expect(readConfig(set).youtubeQuota).toMatchObject({ uploads: 500, units: 50_000, reports: 100_000 });
    for (const wrong of ["many", "0", "1.5"]) {
      expect(() => readConfig({ YOUTUBE_QUOTA: wrong })).toThrow("YOUTUBE_QUOTA must be");
    }
  });

  it("has a default for every setting", () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      appUrl: "http://localhost:3000",
      dataFolder: "data",
      databaseUrl: null,
      google: null,
      reviewWindowSeconds: 36_000,
      sandboxPort: 3001,
      role: "all",
    });
  });

  it("treats empty values as absent", () => {
    expect(readConfig({ PORT: "", GOOGLE_CLIENT_ID: "", APP_URL: "" }).port).toBe(3000);
  });

  it("uses PORT in the default APP_URL", () => {
    expect(readConfig({ PORT: "8080" }).appUrl).toBe("http://localhost:8080");
  });

  it("has no quota by default, and reads one with its unit", () => {
    expect(readConfig({}).storageQuota).toBeNull();
    expect(readConfig({ STORAGE_QUOTA: "50GB" }).storageQuota).toBe(50_000_000_000);
    expect(readConfig({ STORAGE_QUOTA: "1.5 tb" }).storageQuota).toBe(1_500_000_000_000);
    expect(readConfig({ STORAGE_QUOTA: "750B" }).storageQuota).toBe(750);
    expect(() => readConfig({ STORAGE_QUOTA: "50" })).toThrow("STORAGE_QUOTA must be a size such as 50GB.");
  });

  it("has no operators by default, and reads their addresses in lower case", () => {
    expect(readConfig({}).operatorEmails).toEqual([]);
    const emails = "Meera@Studio.example, noor@studio.example,";
    expect(readConfig({ OPERATOR_EMAILS: emails }).operatorEmails).toEqual([
      "meera@studio.example",
      "noor@studio.example",
    ]);
    expect(() => readConfig({ OPERATOR_EMAILS: "meera" })).toThrow(
      "OPERATOR_EMAILS must be comma-separated email addresses",
    );
  });

  it("trusts no proxy by default", () => {
    expect(readConfig({}).trustedProxies).toBe(0);
    expect(readConfig({ TRUST_PROXY: "true" }).trustedProxies).toBe(1);
    expect(readConfig({ TRUST_PROXY: "2" }).trustedProxies).toBe(2);
    expect(() => readConfig({ TRUST_PROXY: "yes" })).toThrow("TRUST_PROXY must be");
  });

  it("has no contact by default", () => {
    expect(readConfig({}).contact).toEqual({ email: null, phone: null, address: null, social: [] });
  });

  it("names the email for requests of access, or else the phone number", () => {
    const [email, phone] = [{ SUPPORT_EMAIL: "help@reelay.example" }, { SUPPORT_PHONE: "+49 30 1234567" }];
    expect(readConfig({}).signIn.contact).toBeNull();
    expect(readConfig(phone).signIn.contact).toBe("+49 30 1234567");
    expect(readConfig({ ...email, ...phone }).signIn.contact).toBe("help@reelay.example");
  });

  it("reads the contact and the social links in order", () => {
    const env = {
      SUPPORT_EMAIL: "help@reelay.example",
      SUPPORT_ADDRESS: "1 Film Street",
      SOCIAL_LINKS: "YouTube=https://www.youtube.com/@reelay, Forum=https://forum.example/reelay",
    };
    expect(readConfig(env).contact).toEqual({
      email: "help@reelay.example",
      phone: null,
      address: "1 Film Street",
      social: [
        { name: "YouTube", url: "https://www.youtube.com/@reelay" },
        { name: "Forum", url: "https://forum.example/reelay" },
      ],
    });
  });

  it("starts the sandbox platform where no other process does", () => {
    const url = { SANDBOX_URL: "http://studio.example:3001" };
    expect(readConfig({})).toMatchObject({ startsSandbox: true, sandboxUrl: "http://localhost:3001" });
    expect(readConfig(url)).toMatchObject({ startsSandbox: false, sandboxUrl: url.SANDBOX_URL });
    expect(readConfig({ ...url, SANDBOX_LISTEN_ON: "0.0.0.0" })).toMatchObject({
      startsSandbox: true,
      sandboxListenOn: "0.0.0.0",
      sandboxUrl: url.SANDBOX_URL,
    });
    expect(readConfig({ ROLE: "worker" }).startsSandbox).toBe(false);
    expect(readConfig({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "s" }).startsSandbox).toBe(false);
  });

  it("reads an object store with its keys", () => {
    const keys = { S3_BUCKET: "videos", S3_ACCESS_KEY_ID: "reelay", S3_SECRET_ACCESS_KEY: "hidden" };
    expect(readConfig(keys).objectStore).toEqual({
      endpoint: null,
      region: "us-east-1",
      bucket: "videos",
      accessKeyId: "reelay",
      secretAccessKey: "hidden",
    });
    const elsewhere = { ...keys, S3_ENDPOINT: "https://s3.example/", S3_REGION: "eu-north-1" };
    expect(readConfig(elsewhere).objectStore).toMatchObject({
      endpoint: "https://s3.example",
      region: "eu-north-1",
    });
    expect(readConfig({}).objectStore).toBeNull();
  });

  it("reports every mistake", () => {
    const read = () =>
      readConfig({
        PORT: "seventy",
        ROLE: "boss",
        DATABASE_URL: "mysql://x",
        APP_SECRET: "short",
        APP_URL: "reelay",
      });
    expect(read).toThrow("PORT must be a port number, such as 3000.");
    expect(read).toThrow("ROLE must be all, web or worker.");
    expect(read).toThrow("DATABASE_URL must begin with postgres:// or postgresql://.");
    expect(read).toThrow("APP_SECRET must have at least 32 characters.");
    expect(read).toThrow(
      "APP_URL must be an address such as https://reelay.example, without a path or query.",
    );
  });

  it.each([
    [{ VIMEO_CLIENT_SECRET: "only-this" }, "VIMEO_CLIENT_ID and VIMEO_CLIENT_SECRET must be set together"],
    [{ VIMEO_CLIENT_ID: "id", VIMEO_CLIENT_SECRET: "s" }, "VIMEO_CLIENT_ID needs a Google client"],
    [{ GOOGLE_CLIENT_ID: "only-this" }, "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together"],
    [{ PORT: "3001" }, "SANDBOX_PORT must differ from PORT."],
    [{ HEALTH_PORT: "3000" }, "HEALTH_PORT must differ from PORT."],
    [{ SUPPORT_EMAIL: "help" }, "SUPPORT_EMAIL must be an email address."],
    [{ SOCIAL_LINKS: "YouTube=javascript:alert(1)" }, "SOCIAL_LINKS must look like YouTube="],
    [{ S3_BUCKET: "videos" }, "S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together"],
    [
      { S3_ENDPOINT: "https://s3.example" },
      "S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together",
    ],
    [{ S3_ENDPOINT: "s3.example" }, "S3_ENDPOINT must be an address such as"],
    [{ HEALTH_PORT: "3001" }, "HEALTH_PORT must differ from SANDBOX_PORT."],
    ...[
      "https://x.example/reelay",
      "https://x.example/?a=1",
      "https://x.example#a",
      "https://u:p@x.example",
    ].map((url): [Record<string, string>, string] => [
      { APP_URL: url },
      "APP_URL must be an address such as",
    ]),
    [{ SANDBOX_URL: "https://x.example/sandbox" }, "SANDBOX_URL must be an address such as"],
    [{ S3_ENDPOINT: "https://s3.example/?a=1" }, "S3_ENDPOINT must be an address such as"],
    [{ S3_BUCKET: "my videos" }, "S3_BUCKET must be the name of a bucket"],
    [{ S3_REGION: "eu north" }, "S3_REGION must be"],
    ...["nobody", "Reelay <>", "Reelay, Inc <mail@x.example>", "a@x.example, b@x.example"].map(
      (from): [Record<string, string>, string] => [{ MAIL_FROM: from }, "MAIL_FROM must be an email address"],
    ),
    ...["smtp://u:p#x@mail.example", "smtp://u:1/x@mail.example", "smtp://u:p%w@mail.example", "smtp://"].map(
      (url): [Record<string, string>, string] => [{ SMTP_URL: url }, "SMTP_URL is not a valid URL. Special"],
    ),
    ...[
      "postgres://u:p#w@db/x",
      "postgres://u:1#w@db/x",
      "postgres://u:1/w@db/x",
      "postgres://u:1?w@db/x",
    ].map((url): [Record<string, string>, string] => [
      { DATABASE_URL: url },
      "DATABASE_URL is not a valid URL.",
    ]),
    [{ REVIEW_WINDOW_SECONDS: "9000000000000000" }, "REVIEW_WINDOW_SECONDS must be at most"],
    [{ STORAGE_QUOTA: "99999999TB" }, "STORAGE_QUOTA must be at most"],
    [{ SUPPORT_PHONE: "call me" }, "SUPPORT_PHONE must be a phone number."],
    [{ OIDC_ISSUER: "http://id.example" }, "OIDC_ISSUER must be an https address"],
    [{ OIDC_ISSUER: "https://id.example/?a=1" }, "OIDC_ISSUER must be an https address"],
  ])("refuses settings that are wrong or contradict each other: %o", (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});

describe("settings with special characters", () => {
  it.each([
    { DATABASE_URL: "postgres://u:p%23w%40x@db:5432/reelay?sslmode=require" },
    { DATABASE_URL: "postgresql:///reelay?host=/var/run/postgresql" },
    { SMTP_URL: "smtp://user%40x.example:p%23@mail.example:587" },
    { SMTP_URL: "smtp://mail.lan?tls.rejectUnauthorized=false" },
    { MAIL_FROM: "mail@studio.example" },
    { MAIL_FROM: '"Reelay, Inc" <mail@bücher.example>' },
    { OIDC_ISSUER: "http://localhost:9000/", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" },
    { SUPPORT_EMAIL: "help@bücher.example" },
  ])("are accepted: %o", (env) => {
    expect(() => readConfig(env)).not.toThrow();
  });

  it("reads domains of other scripts as accounts store them", () => {
    const env = { OPERATOR_EMAILS: "ops@bücher.example", SIGN_UP_DOMAINS: "@bücher.example, X.example" };
    const { operatorEmails, signIn } = readConfig(env);
    expect(operatorEmails).toEqual(["ops@xn--bcher-kva.example"]);
    expect(signIn.signUpDomains).toEqual(["xn--bcher-kva.example", "x.example"]);
  });

  it("reads APP_URL as the origin that browsers state", () => {
    expect(readConfig({ APP_URL: "https://Studio.Example:443/" }).appUrl).toBe("https://studio.example");
  });
});

describe("sign-up and single sign-on", () => {
  const oidc = { OIDC_ISSUER: "https://id.example/o/reelay/", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };

  it("keeps the issuer as it is written, with a slash at its end", () => {
    expect(readConfig(oidc).singleSignOn).toMatchObject({
      issuer: "https://id.example/o/reelay/",
      name: "single sign-on",
      roleClaim: null,
    });
  });

  it("offers no login at the sandbox platform beside single sign-on, and none by password if it is off", () => {
    const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
    expect(readConfig({}).googleLogin).toBe(true);
    expect(readConfig(oidc).googleLogin).toBe(false);
    expect(readConfig({ ...oidc, ...google }).googleLogin).toBe(true);
    expect(readConfig({ ...oidc, ...google, PASSWORD_LOGIN: "false" })).toMatchObject({
      googleLogin: false,
      signIn: { passwordLogin: false },
    });
  });

  it.each([
    [{ OIDC_ISSUER: "https://id.example" }, /must be set together/],
    [{ PASSWORD_LOGIN: "false" }, /nobody could log in/],
    [{ SIGN_UP: "closed", SIGN_UP_DOMAINS: "studio.example" }, /only with SIGN_UP=open/],
    [{ SIGN_UP_DOMAINS: "a@studio.example" }, /must be comma-separated domains/],
    [{ SIGN_UP: "sometimes" }, /SIGN_UP must be open, invitation or closed/],
  ])("refuses %j", (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});
