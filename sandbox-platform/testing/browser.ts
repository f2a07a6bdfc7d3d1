/** One response with its whole body; redirects are not followed. */
export interface Answer {
  status: number;
  url: string;
  headers: Headers;
  text: string;
  /** The absolute URL that the response redirects to. */
  location: string | undefined;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

function readCookie(header: string): Cookie {
  const [pair = "", ...attributes] = header.split(";").map((part) => part.trim());
  const equals = pair.indexOf("=");
  const path = attributes.find((attribute) => attribute.toLowerCase().startsWith("path="))?.slice(5) ?? "/";
  return { name: pair.slice(0, equals), value: pair.slice(equals + 1), path };
}

export type Browser = ReturnType<typeof createBrowser>;

/** A minimal browser: keeps cookies, follows redirects within the origin and submits forms. */
export function createBrowser(origin: string) {
  const jar = new Map<string, Cookie>();

  function cookiesFor(path: string): string {
    const fitting = [...jar.values()].filter((cookie) => path.startsWith(cookie.path) && cookie.value !== "");
    return fitting.map(({ name, value }) => `${name}=${value}`).join("; ");
  }

  async function send(url: string, init: RequestInit = {}): Promise<Answer> {
    const target = new URL(url, origin);
    const headers = new Headers({ accept: "text/html", ...init.headers });
    headers.set("cookie", cookiesFor(target.pathname));
    const response = await fetch(target, { ...init, headers, redirect: "manual" });
    for (const header of response.headers.getSetCookie()) {
      const cookie = readCookie(header);
      jar.set(`${cookie.name} ${cookie.path}`, cookie);
    }
    const location = response.headers.get("location");
    return {
      status: response.status,
      url: target.href,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? undefined : new URL(location, target).href,
    };
  }

  /** Follows redirects within the origin. */
  async function follow(answer: Answer): Promise<Answer> {
    return answer.location?.startsWith(`${origin}/`) ? follow(await send(answer.location)) : answer;
  }

  return {
    open: async (url: string): Promise<Answer> => follow(await send(url)),
    submit: async (url: string, fields: readonly (readonly [string, string])[]): Promise<Answer> => {
      const body = new URLSearchParams();
      for (const [name, value] of fields) body.append(name, value);
      return follow(await send(url, { method: "POST", body }));
    },
  };
}
