/** A browser's round trip to an OpenID provider: it keeps cookies per host and follows redirects one by one. */

export interface Browser {
  /** Sends a request without following its redirect. */
  open(url: string): Promise<Response>;
  /** Follows redirects until one leads to a URL with this prefix; returns that URL. */
  follow(url: string, until: string): Promise<string>;
  cookies(origin: string): Map<string, string>;
}

const maxRedirects = 12;

export function openBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>();
  const browser: Browser = {
    cookies(origin) {
      const jar = jars.get(origin) ?? new Map<string, string>();
      jars.set(origin, jar);
      return jar;
    },
    async open(url) {
      const jar = browser.cookies(new URL(url).origin);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { ...(cookie && { cookie }) } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '' || /max-age=0\b/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    },
    async follow(url, until) {
      let next = url;
      for (let step = 0; step < maxRedirects; step++) {
        if (next.startsWith(until)) return next;
        const location = (await browser.open(next)).headers.get('location');
        if (!location) throw new Error(`${next} does not redirect`);
        next = new URL(location, next).href;
      }
      throw new Error(`no redirect to ${until}`);
    },
  };
  return browser;
}
