/**
 * Decides which URLs a model may fetch. A page can trick the model into putting the user's words into a URL of its own
 * site, which would then receive them. So a URL may be fetched if it comes from the user or a search; any other must be
 * short, plain and free of the user's data.
 */
import { domainToUnicode } from 'node:url';
import { widePunctuation } from '~/shared/sentence-marks';

const longest = { url: 200, labels: 4 };
/** This many words of the user in a row, with this many characters, are not a coincidence. */
const run = { words: 3, characters: 16 };
/** In scripts without spaces between words, this many characters in a row are about three words. */
const spacelessRun = 8;
const spacelessScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]{8,}/gu;
/** Other ports could carry data, unless a URL with the same host and port was given. */
const plainPorts: ReadonlySet<string> = new Set(['', '80', '443']);
/** Days since 2020: many URLs contain the day of their publication. Earlier days may be birthdays. */
const recentDay = /(?<![\p{L}\p{N}])20[2-9]\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\p{N})/gu;
/** Numbers such as accounts, phones and amounts; years and days in a path are shorter. */
const privateDigits = 5;
const privateToken = 8;
/** A URL may contain up to this many words from `addCombinationSecrets`; longer ones are also found within other words. */
const maxNamed = 3;
const longWord = 4;
/** Unreadable strings, which may be encoded data. */
const opaque = /[\da-f]{24,}|(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{16,}|[A-Za-z\d+/_-]{40,}/;

const addresses = new RegExp(`https?:\\/\\/[^\\s<>"'\\]${widePunctuation}]+`, 'gi');

/** Marks of the sentence around a URL. Each row of marks is scanned once, so the time is linear. */
const closingMarks = /(?<![).,;:!?*])[).,;:!?*]+$/;

export class AddressGuard {
  private readonly given = new Set<string>();
  private readonly givenHosts = new Set<string>();
  private readonly secrets = new Set<string>();
  /** Secrets of `spacelessRun` characters. */
  private readonly spacelessSecrets = new Set<string>();
  private readonly together = new Set<string>();

  /** Allows these URLs to be fetched. */
  allow(urls: Iterable<string>): void {
    for (const url of urls) {
      this.given.add(comparable(url));
      if (URL.canParse(url)) this.givenHosts.add(new URL(url).host);
    }
  }

  /**
   * Allows the URLs in the user's own text. Text in scripts without spaces may follow a URL directly, so its part in
   * ASCII is allowed, too.
   */
  allowIn(text: string): void {
    const found = Array.from(text.matchAll(addresses), ([url]) => url);
    const inAscii = found.flatMap((url) => /^https?:\/\/[\x21-\x7e]+/i.exec(url)?.[0] ?? []);
    this.allow(new Set([...found, ...inAscii].map((url) => url.replace(closingMarks, ''))));
  }

  /** Registers text that must not leak into a URL. */
  addSecret(secret: string): void {
    const text = plain(secret).replace(recentDay, ' ');
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (let at = 0; at + run.words <= words.length; at++) {
      const joined = words.slice(at, at + run.words).join('');
      if (joined.length >= run.characters) this.secrets.add(joined);
    }
    for (const part of spacelessParts(flat(text))) this.spacelessSecrets.add(part);
    for (const token of text.match(/[\p{L}\p{N}][\p{L}\p{N}@._+-]{3,}/gu) ?? []) {
      const joined = flat(token);
      if (joined.length >= privateToken && (/\d/.test(joined) || token.includes('@'))) this.secrets.add(joined);
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
    const isPlain =
      url.search === '' &&
      url.username === '' &&
      (plainPorts.has(url.port) || this.givenHosts.has(url.host)) &&
      url.hostname.split('.').length <= longest.labels &&
      !opaque.test(url.hostname + path);
    // The host of a URL with letters outside of ASCII is encoded.
    return isPlain && [url.hostname, domainToUnicode(url.hostname)].every((host) => !this.reveals(host + path));
  }

  private reveals(address: string): boolean {
    const flatAddress = flat(address);
    const reversed = [...flatAddress].reverse().join('');
    for (const secret of this.secrets) if (flatAddress.includes(secret) || reversed.includes(secret)) return true;
    for (const text of [flatAddress, reversed])
      for (const part of spacelessParts(text)) if (this.spacelessSecrets.has(part)) return true;
    return this.revealsCombination(address, flatAddress);
  }

  private revealsCombination(address: string, flatAddress: string): boolean {
    const words = new Set(plain(address).split(/[^\p{L}\p{N}]+/u));
    const named = [...this.together].filter(
      (word) => words.has(word) || (word.length >= longWord && flatAddress.includes(word)),
    );
    return named.length >= maxNamed;
  }
}

/** In lower case, without accents and other differences in form that readers of a URL can undo. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    // Otherwise each Hangul syllable would count as several letters.
    .normalize('NFC');
const flat = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** All parts of `spacelessRun` characters of text in scripts without spaces. */
function* spacelessParts(text: string): Generator<string> {
  for (const [found] of text.matchAll(spacelessScripts)) {
    const characters = [...found];
    for (let at = 0; at + spacelessRun <= characters.length; at++)
      yield characters.slice(at, at + spacelessRun).join('');
  }
}

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
