/**
 * Random requests for pages and files outside of the API: shared links, feeds, links of emails, uploads, images of
 * other sites, and the files of the track record. Most are valid except for one part.
 */
import fc from 'fast-check';
import type { MalformedRequest } from './malformed-rest-inputs';
import { malformedBodies, malformedPathValues, malformedTexts } from './malformed-values';

/** Existing path segments, by the position at which they are valid. */
export interface KnownPages {
  share: string;
  protectedShare: string;
  feed: string;
  object: string;
}

const text = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...malformedTexts, 'x'.repeat(5000), '..', 'http://127.0.0.1:1/', 'file:///etc'),
  },
);
const encoded = (value: string) => encodeURIComponent(value.toWellFormed());
const part = (known: string) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(known) },
    { weight: 2, arbitrary: fc.constantFrom(...malformedPathValues, '1', '0', '-1', '99999999999999999999') },
    { weight: 2, arbitrary: text.map(encoded) },
  );

const forms = fc
  .record({ password: text, proof: text, requestId: text }, { requiredKeys: [] })
  .map(
    (fields) => `${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, value.toWellFormed()]))}`,
  );
const body = fc.oneof(forms, fc.constantFrom(...malformedBodies, 'password=%', 'password[]=a&password[]=b', '&&=&'));
const bodyTypes = ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data', 'text/plain', ''];

/** The verifier and the API reference are public, so their content is not a leak. */
export const isPublishedText = (path: string) => /^\/(track-record\/verify\.html|api\/(openapi\.json|docs))/.test(path);

/** Only the query of these paths comes from the caller. */
const fixedPaths = [
  '/livez',
  '/readyz',
  '/.well-known/track-record-heads.txt',
  '/track-record/feed.atom',
  '/track-record/verify.html',
  '/track-record/audit-pack.zip',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/start.js',
];

export function pageRequests({ share, protectedShare, feed, object }: KnownPages): fc.Arbitrary<MalformedRequest> {
  const key = fc.oneof(part(share), part(protectedShare));
  const paths = fc.oneof(
    key.map((one) => `/s/${one}`),
    key.map((one) => `/s/${one}/continue`),
    fc.tuple(key, part(object)).map(([one, file]) => `/s/${one}/files/${file}`),
    fc.tuple(key, part(object), part('1')).map(([one, file, at]) => `/s/${one}/files/${file}/passages/${at}`),
    part(feed).map((one) => `/qinvest/feed.atom?key=${one}`),
    part(feed).map((one) => `/qinvest/unsubscribe?key=${one}`),
    part(object).map((one) => `/objects/${one}`),
    part(object).map((one) => `/objects/${one}/preview`),
    fc.tuple(part(object), text, text).map(([one, u, max]) => `/objects/${one}?u=${encoded(u)}&max=${encoded(max)}`),
    text.map((one) => `/remote-image?url=${encoded(one)}`),
    fc
      .tuple(fc.constantFrom('timestamps', 'bitcoin'), part('1'), fc.constantFrom('.tsr', '.ots', ''))
      .map(([kind, one, end]) => `/track-record/${kind}/${one}${end}`),
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom(...fixedPaths), text).map(([one, query]) => `${one}?${encoded(query)}`),
    },
    fc
      .tuple(part(object), fc.constantFrom('', '/run.json', '/trades.csv', '/prices.csv', '/x'))
      .map(([one, file]) => `/back-tests/${one}${file}`),
  );
  const methods = fc.constantFrom('GET', 'GET', 'GET', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE');
  return fc.record({ method: methods, path: paths, body, type: fc.constantFrom(...bodyTypes) }).map((one) => ({
    method: one.method,
    path: one.path,
    headers: one.type ? { 'content-type': one.type } : ({} as Record<string, string>),
    body: ['GET', 'HEAD'].includes(one.method) ? undefined : one.body,
  }));
}
