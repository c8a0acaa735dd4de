/**
 * Decides which addresses a model may have read. A page can try to make the model put the user's words into an address
 * of its own site, which would receive them. So an address is read when the user or a search has given it; any other
 * must be short, plain and free of what the model knows of the user.
 */

const longest = { url: 200, labels: 4 };
/** So many words of the user in a row, and so many of their characters, are no coincidence. */
const run = { words: 3, characters: 16 };
/** Numbers of accounts, phones, amounts; years and days of a path are shorter. */
const privateDigits = 5;
const privateToken = 8;
/** So many of the words that are kept apart; longer ones are found within other words too. */
const mostNamed = 3;
const longWord = 4;
/** Words that nobody reads: encodings of something. */
const opaque = /[\da-f]{24,}|(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{16,}|[A-Za-z\d+/_-]{40,}/;

const addresses = /https?:\/\/[^\s<>"'\]]+/gi;

export class AddressGuard {
  private readonly given = new Set<string>();
  private readonly secrets = new Set<string>();
  private readonly together = new Set<string>();

  /** Addresses that may be read as they are. */
  allow(urls: Iterable<string>): void {
    for (const url of urls) this.given.add(comparable(url));
  }

  /** The user's own words: the addresses in them may be read. */
  allowIn(text: string): void {
    this.allow(Array.from(text.matchAll(addresses), ([url]) => url.replace(/[).,;:!?*]+$/, '')));
  }

  /** Text that must not leave in an address. */
  keepPrivate(text: string): void {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    for (let at = 0; at + run.words <= words.length; at++) {
      const joined = words.slice(at, at + run.words).join('');
      if (joined.length >= run.characters) this.secrets.add(joined);
    }
    for (const token of text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}@._+-]{3,}/gu) ?? []) {
      const plain = flat(token);
      if (plain.length >= privateToken && (/\d/.test(plain) || token.includes('@'))) this.secrets.add(plain);
    }
    // Written with separators, and in an address without.
    for (const number of text.match(/\d(?:[.,'\s]?\d)+/g) ?? []) {
      const [whole = ''] = number.split(/[.,](?=\d{1,2}$)/);
      for (const digits of [flat(number), flat(whole)]) if (digits.length >= privateDigits) this.secrets.add(digits);
    }
  }

  /** Short words that anyone may name, while several of them say what someone owns. */
  keepApart(words: Iterable<string>): void {
    for (const word of words) this.together.add(flat(word));
  }

  /** Whether the address may be read. */
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
    if (this.namesSeveral(url.hostname + path, said)) return false;
    return true;
  }

  private namesSeveral(address: string, said: string): boolean {
    const words = new Set(address.split(/[^\p{L}\p{N}]+/u).map(flat));
    const named = [...this.together].filter(
      (word) => words.has(word) || (word.length >= longWord && said.includes(word)),
    );
    return named.length >= mostNamed;
  }
}

const flat = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Encoded more than once hides from a single look. */
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
