import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  apiReferencePath,
  adminPath,
  howItWorksPath,
  logInPath,
  ownProfilePath,
  previewPath,
  pricingPath,
  profilePath,
  signUpPath,
  taskUpdatePath,
  tasksPath,
} from "#core/paths.ts";
import { defaultSignInOptions, type SignInOptions } from "#modules/sign-in/rules/sign-in-options.ts";
import { logInTitle, publicPages, publicPaths } from "#modules/site/rules/public-pages.ts";

import { registerCrawlerFiles } from "./crawlers.ts";
import { metadataMarker } from "./page-metadata.ts";
import { registerSite } from "./site.ts";
import { pagePathsFile } from "./web-folder.ts";

const appUrl = "https://reelay.example";
let folder = "";
let app: FastifyInstance;

const get = async (url: string) => app.inject({ url });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelay-site-"));
  const paths = [
    "/",
    pricingPath,
    adminPath(),
    adminPath("users"),
    tasksPath("YOUTUBER"),
    `${ownProfilePath("YOUTUBER")}/:username?`,
    taskUpdatePath(":taskId"),
  ];
  await writeFile(join(folder, pagePathsFile), JSON.stringify(paths));
  const start = '<script src="/start.js"></script>';
  const entry = '<script type="module" src="/assets/entry.js"></script>';
  await writeFile(
    join(folder, "index.html"),
    `<html><head>${metadataMarker}${start}${entry}</head><body></body></html>`,
  );
  await mkdir(join(folder, ".vite"));
  const manifest = {
    "index.html": { file: "assets/entry.js", imports: ["_base.js"] },
    "_base.js": { file: "assets/base.js" },
    "_query.js": { file: "assets/query.js", imports: ["_base.js"] },
    "layouts/session.tsx": { file: "assets/session.js", imports: ["index.html", "_query.js"] },
    "pages/auth.tsx": { file: "assets/auth.js", imports: ["index.html"] },
    "pages/video-preview.tsx": { file: "assets/video-preview.js", imports: ["index.html", "_query.js"] },
  };
  await writeFile(join(folder, ".vite/manifest.json"), JSON.stringify(manifest));
  await mkdir(join(folder, "prerendered"));
  for (const [name, content] of [["pricing", "One plan"]]) {
    await writeFile(join(folder, `prerendered/${name}.html`), `${metadataMarker}<main>${content}</main>`);
  }
  app = Fastify();
  registerCrawlerFiles(app, appUrl);
  await registerSite(app, {
    folder,
    pictures: [],
    appUrl,
    signInOptions: defaultSignInOptions,
    isOperator: async ({ headers }) => headers.cookie === "operator",
  });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

describe("a page that hasn't changed", () => {
  it("isn't sent again, unless it doesn't exist", async () => {
    for (const path of ["/", pricingPath, "/robots.txt"]) {
      const { etag = "" } = (await get(path)).headers;
      const again = await app.inject({ url: path, headers: { "if-none-match": etag } });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
      const missing = await app.inject({ url: "/none", headers: { "if-none-match": etag } });
      expect(missing.statusCode).toBe(404);
    }
  });
});

describe("for search engines, the server", () => {
  it("hides the administration from everybody but operators", async () => {
    for (const path of [adminPath(), adminPath("users"), "/Admin/users/"]) {
      expect((await get(path)).statusCode).toBe(404);
      const seen = await app.inject({ url: path, headers: { cookie: "operator" } });
      expect(seen.statusCode).toBe(200);
    }
  });

  it("answers /robots.txt with rules, not with a page", async () => {
    const { headers, body } = await get("/robots.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body.split("\n")).toContain(`Sitemap: ${appUrl}/sitemap.xml`);
    for (const line of body.trim().split("\n")) expect(line).toMatch(/^(User-agent|Disallow|Sitemap): \S+$/);
  });

  it("lists every public page in the sitemap at the public URL", async () => {
    const { headers, body } = await get("/sitemap.xml");
    expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
    const locations = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
    expect(locations).toEqual(publicPaths.map((path) => `${appUrl}${path}`));
  });

  it("describes each public page once, with its own canonical URL", async () => {
    const descriptions = publicPaths.map((path) => publicPages[path].description);
    expect(new Set(descriptions).size).toBe(publicPaths.length);
    for (const path of publicPaths) {
      const { body } = await get(`${path}?from=elsewhere`);
      expect(body.match(/<title>/g)).toHaveLength(1);
      expect(body).toContain(`<title>${publicPages[path].title}</title>`);
      expect(body).toContain(`<meta name="description" content="${publicPages[path].description}" />`);
      expect(body).toContain(`<link rel="canonical" href="${appUrl}${path}" />`);
      expect(body).toContain(`<meta property="og:url" content="${appUrl}${path}" />`);
      expect(body).toContain(`<meta property="og:image" content="${appUrl}/og.png" />`);
      expect(body).not.toContain("noindex");
    }
  });

  it("names the form that the sign-up page shows", async () => {
    const { title } = publicPages[signUpPath];
    for (const [path, sent] of [
      [logInPath, logInTitle],
      [`${signUpPath}?from=elsewhere`, title],
      [`${signUpPath}?mode=signup`, title],
    ]) {
      expect((await get(path ?? "")).body).toContain(`<title>${sent}</title>`);
    }
  });

  it("has the API reference below the path of the API, and no page beside it", async () => {
    const page = await get(apiReferencePath);
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toContain("text/html");
    expect((await get(`${apiReferencePath}/other`)).statusCode).toBe(404);
  });

  it("excludes pages for signed-in users and unknown paths", async () => {
    for (const path of [tasksPath("YOUTUBER"), previewPath(4), "/nowhere", "/__proto__", "/constructor"]) {
      const { body } = await get(path);
      expect(body).toContain('<meta name="robots" content="noindex" />');
      expect(body).not.toContain("canonical");
    }
  });
});

describe("the pages", () => {
  it("are prerendered where the build has them, and otherwise rendered in the browser", async () => {
    expect((await get(pricingPath)).body).toContain("<main>One plan</main>");
    // An older build.
    expect((await get(howItWorksPath)).body).toContain("<html>");
    expect((await get(tasksPath("YOUTUBER"))).body).not.toContain("<main>");
  });

  it("request the scripts of their route at once", async () => {
    const preloads = (body: string) =>
      [...body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(([, path]) => path);
    expect(preloads((await get(previewPath(4, 2))).body).toSorted()).toEqual([
      "/assets/base.js",
      "/assets/query.js",
      "/assets/session.js",
      "/assets/video-preview.js",
    ]);
    expect(preloads((await get(logInPath)).body)).toContain("/assets/auth.js");
    expect(preloads((await get("/nowhere")).body)).toEqual([]);
  });

  it("are rendered in the browser where the options of sign-up differ from those of the build", async () => {
    const pagesWith = async (signInOptions: SignInOptions) => {
      const other = Fastify();
      const isOperator = async () => false;
      await registerSite(other, { folder, pictures: [], appUrl, signInOptions, isOperator });
      const bodies = await Promise.all(
        [pricingPath, signUpPath].map(async (url) => (await other.inject({ url })).body),
      );
      await other.close();
      return bodies;
    };
    const [pricing, signUp] = await pagesWith({ ...defaultSignInOptions, signUp: "closed", contact: "a&b" });
    expect(pricing).not.toContain("One plan");
    expect(signUp).toContain("&quot;signUp&quot;:&quot;closed&quot;");
    expect(signUp).toContain("a&amp;b");
    expect(signUp).toContain(`<title>${logInTitle}</title>`);
    const [withoutPasswords] = await pagesWith({ ...defaultSignInOptions, passwordLogin: false });
    expect(withoutPasswords).not.toContain("One plan");
    const withoutGoogle = await pagesWith({ ...defaultSignInOptions, google: false });
    expect(withoutGoogle[0]).toContain("One plan");
    expect(withoutGoogle[1]).toContain("&quot;google&quot;:false");
    const unchanged = await pagesWith(defaultSignInOptions);
    expect(unchanged.join("")).not.toContain("sign-in-options");
  });

  it("are compressed for browsers that accept it, and have a policy without inline code", async () => {
    const plain = await get(pricingPath);
    const { headers, rawPayload } = await app.inject({
      url: pricingPath,
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.body);
    expect(headers["content-security-policy"]).toBe(plain.headers["content-security-policy"]);
    expect(plain.headers["content-security-policy"]).toContain("default-src 'self'");
    expect(plain.headers["content-security-policy"]).not.toContain("unsafe");
  });

  it.each([
    [`${tasksPath("YOUTUBER")}?filter=open`, 200],
    ["/Y/Tasks/", 200],
    [ownProfilePath("YOUTUBER"), 200],
    [profilePath({ role: "YOUTUBER", name: "meera joshi" }), 200],
    [taskUpdatePath(7), 200],
    ["/task-update", 404],
    [`${profilePath({ role: "YOUTUBER", name: "meera" })}/tasks`, 404],
    ["/wp-login.php", 404],
    ["//[", 404],
  ])("answer %s with %i, unknown ones with the page that says so", async (url, status) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
  });

  it("are not served as files", async () => {
    for (const url of ["/prerendered/pricing.html", "/index.html", `/${pagePathsFile}`]) {
      expect((await get(url)).body).toContain("noindex");
    }
  });
});
