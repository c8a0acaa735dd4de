/**
 * What may happen with the address of an image in an answer. A model that read a hostile document can write any address,
 * and an address that is loaded can carry what the answer knows: only the user's own files are loaded without a click.
 */
import { hostOf } from '~/shared/answer-text/sources';

/** As the product itself writes it: neither resolved nor decoded before, so that no other spelling passes. */
const ownFile = /^\/objects\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(\/preview)?$/;

export type ImageAddress =
  | { kind: 'shown'; src: string }
  /** Of this installation, but not a file: a link, followed by the user alone. */
  | { kind: 'link'; href: string }
  /** Of another site: a button, after which the server fetches it. */
  | { kind: 'remote'; href: string; host: string };

/** `page`: the address of the page that shows the answer. Undefined for what is not an address of the web. */
export function imageAddress(src: string | undefined, page: string): ImageAddress | undefined {
  if (!src || !URL.canParse(src, page)) return undefined;
  if (ownFile.test(src)) return { kind: 'shown', src };
  const { href, origin, protocol } = new URL(src, page);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (origin === new URL(page).origin) return { kind: 'link', href };
  const host = hostOf(href);
  return host ? { kind: 'remote', href, host } : undefined;
}
