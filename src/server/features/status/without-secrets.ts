/** Removes secret settings and emails from texts, such as error messages, before they leave the installation. */

const shortestValue = 4;
const emailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Copies `value` and removes the values of `settings` from its texts, except for settings named in `open`. */
export function withoutSecrets<T>(value: T, settings: object, open: readonly string[]): T {
  const shown = new Set(open.flatMap((name) => textsIn(settings[name as keyof typeof settings])));
  const hidden = Object.entries(settings)
    .filter(([name]) => !open.includes(name))
    .flatMap(([, setting]) => textsIn(setting))
    .flatMap((text) => [text, ...credentialsIn(text)])
    .filter((text) => text.length >= shortestValue && !shown.has(text))
    // A longer value may contain a shorter one.
    .sort((a, b) => b.length - a.length);
  const clean = (text: string) =>
    hidden.reduce((rest, secret) => rest.replaceAll(secret, '[setting]'), text).replaceAll(emailAddress, '[email]');
  return mapTexts(value, clean) as T;
}

/** Replaces emails in a text. */
export const withoutAddresses = (text: string): string => text.replaceAll(emailAddress, '[email]');

function textsIn(setting: unknown): string[] {
  if (typeof setting === 'string') return [setting];
  return typeof setting === 'object' && setting !== null ? Object.values(setting).flatMap(textsIn) : [];
}

/** User name and password of a URL, both decoded and percent-encoded. */
function credentialsIn(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { username, password } = new URL(text);
  return [username, password].flatMap((part) => [part, decoded(part)]);
}

/** Drivers also accept a bare percent sign, which cannot be decoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function mapTexts(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, clean));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, clean)]));
}
