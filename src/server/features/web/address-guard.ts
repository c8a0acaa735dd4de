/**
 * Decides which URLs a model may fetch. A page can trick the model into putting the user's words into a URL of its own
 * site, which would then receive them. So a URL may be fetched if it comes from the user or a search; any other must be
 * short, plain and free of the user's data.
 */

const longest = { url: 200, labels: 4 };
/** This many words of the user in a row, with this many characters, are not a coincidence. */
const run = { words: 3, characters: 16 };
/** Numbers such as accounts, phones and amounts; years and days in a path are shorter. */
const privateDigits = 5;
const privateToken = 8;
/** A URL may contain up to this many words from `addCombinationSecrets`; longer ones are also found within other words. */
const maxNamed = 3;
const longWord = 4;
/** Unreadable strings, which may be encoded data. */
const opaque = /[\da-f]{24,}|(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{16,}|[A-Za-z\d+/_-]{40,}/;

const addresses = /https?:\/\/[^\s<>"'\]]+/gi;

export class AddressGuard {
  private readonly given = new Set<string>();
  private readonly secrets = new Set<string>();
  private readonly together = new Set<string>();

  /** Allows these URLs to be fetched. */
  allow(urls: Iterable<string>): void {
    for (const url of urls) this.given.add(comparable(url));
  }

  /** Allows the URLs in the user's own text. */
  allowIn(text: string): void {
    this.allow(Array.from(text.matchAll(addresses), ([url]) => url.replace(/[).,;:!?*]+$/, '')));
  }

  /** Registers text that must not leak into a URL. */
  addSecret(text: string): void {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    for (let at = 0; at + run.words <= words.length; at++) {
      const joined = words.slice(at, at + run.words).join('');
      if (joined.length >= run.characters) this.secrets.add(joined);
    }
    for (const token of text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}@._+-]{3,}/gu) ?? []) {
      const plain = flat(token);
      if (plain.length >= privateToken && (/\d/.test(plain) || token.includes('@'))) this.secrets.add(plain);
    }
    // Numbers may be written with separators, which a URL omits.
    for (const number of text.match(/\d(?:[.,'\s]?\d)+/g) ?? []) {
      const [whole = ''] = number.split(/[.,](?=\d{1,2}$)/);
      for (const digits of [flat(number), flat(whole)]) if (digits.length >= privateDigits) this.secrets.add(digits);
    }
  }

  /** Registers short words that are harmless alone, while several of them reveal what a user owns. */
  addCombinationSecrets(words: Iterable<string>): void {
    for (const word of words) this.together.add(flat(word));
  }

  /** Whether the URL may be fetched. */
  permits(address: string): boolean {
    if (this.given.has(comparable(address))) return true;
    if (!URL.canParse(address) || address.length > longest.url) return false;
    const url = new URL(address);
    const path = decoded(url.pathname);
    const said = flat(url.hostname + path);
    const isPlain =
      url.search === '' &&
      url.username === '' &&
      url.hostname.split('.').length <= longest.labels &&
      !opaque.test(url.hostname + path);
    if (!isPlain) return false;
    const reversed = [...said].reverse().join('');
    for (const secret of this.secrets) if (said.includes(secret) || reversed.includes(secret)) return false;
    if (this.revealsCombination(url.hostname + path, said)) return false;
    return true;
  }

  private revealsCombination(address: string, said: string): boolean {
    const words = new Set(address.split(/[^\p{L}\p{N}]+/u).map(flat));
    const named = [...this.together].filter(
      (word) => words.has(word) || (word.length >= longWord && said.includes(word)),
    );
    return named.length >= maxNamed;
  }
}

const flat = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Decodes repeatedly, because double encoding could hide data. */
function decoded(path: string): string {
  let text = path;
  for (let round = 0; round < 3; round++) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}

function comparable(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.hash = '';
  return url.href.replace(/\/$/, '');
}
