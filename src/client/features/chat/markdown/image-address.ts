/**
 * Decides how the URL of an image in an answer is treated. A model that read a hostile document can write any URL, and
 * loading a URL can leak the answer's content, so only the user's own files are loaded without a click.
 */
import { hostOf } from '~/shared/answer-text/sources';

/** The exact form that the server writes, tested before any resolving or decoding, so that no other spelling passes. */
const ownFile = /^\/objects\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(\/preview)?$/;

export type ImageAddress =
  | { kind: 'shown'; src: string }
  /** On this installation but not a file: shown as a link. */
  | { kind: 'link'; href: string }
  /** On another site: shown as a button; when clicked, the server fetches the image. */
  | { kind: 'remote'; href: string; host: string };

/** `page` is the URL of the current page. Undefined if `src` is not a web URL. */
export function imageAddress(src: string | undefined, page: string): ImageAddress | undefined {
  if (!src || !URL.canParse(src, page)) return undefined;
  if (ownFile.test(src)) return { kind: 'shown', src };
  const { href, origin, protocol } = new URL(src, page);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (origin === new URL(page).origin) return { kind: 'link', href };
  const host = hostOf(href);
  return host ? { kind: 'remote', href, host } : undefined;
}
