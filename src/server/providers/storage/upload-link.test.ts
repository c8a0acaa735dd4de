import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signUploadLink, verifyUploadLink } from './upload-link';

const secret = randomBytes(32);
const now = new Date('2026-03-01T12:00:00Z');
const terms = { key: 'some-key', userId: 'person-1', maxBytes: 10_485_760, size: 5 };
const notValid = { code: 'forbidden', message: 'This upload link is not valid.' };
const expired = { code: 'forbidden', message: 'This upload link has expired.' };
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const sign = (own: Partial<typeof terms> = {}, signed: Parameters<typeof signUploadLink>[1] = { ...terms, ...own }) =>
  signUploadLink(secret, signed, now).path;
const verify = (url: string, at = now) => {
  try {
    return verifyUploadLink(secret, url, at);
  } catch (error) {
    return error;
  }
};

describe('an upload link of the server', () => {
  it('returns its terms, with and without a host', () => {
    expect(verify(sign())).toEqual(terms);
    expect(verify(`https://insight.example/gate${sign()}`)).toEqual(terms);
    const { size: _, ...open } = terms;
    expect(verify(sign({}, open))).toEqual(open);
    expect(verify(sign({ size: 0 }))).toEqual({ ...terms, size: 0 });
  });

  it('is valid for 15 minutes', () => {
    expect(signUploadLink(secret, terms, now).expiresAt).toEqual(later(900));
    expect(verify(sign(), later(900))).toEqual(terms);
    expect(verify(sign(), later(901))).toMatchObject(expired);
  });

  it('is reported as expired only if its signature is valid', () => {
    const forged = sign().replace('person-1', 'person-2');
    expect(verify(forged, later(901))).toMatchObject(notValid);
  });

  it.each<[string, (link: string) => string]>([
    ['another user', (link) => link.replace('u=person-1', 'u=person-2')],
    ['another key', (link) => link.replace('some-key', 'other-key')],
    ['a larger limit', (link) => link.replace('max=10485760', 'max=99999999')],
    ['another size', (link) => link.replace('size=5', 'size=6')],
    ['no size', (link) => link.replace('&size=5', '')],
    ['an empty size', (link) => link.replace('size=5', 'size=')],
    ['a later expiry', (link) => link.replace(/expires=\d/, 'expires=9')],
    ['no signature', (link) => link.replace(/&signature=.*/, '')],
    ['an empty signature', (link) => link.replace(/signature=.*/, 'signature=')],
    ['a shorter signature', (link) => link.slice(0, -1)],
    ['the same bits in another encoding', (link) => `${link}=`],
    ['a parameter twice', (link) => `${link}&u=person-2`],
    ['an extra parameter', (link) => `${link}&inline=1`],
    ['a parameter named like an object property', (link) => `${link}&__proto__=1`],
    ['no query', (link) => link.split('?', 1)[0] ?? ''],
    ['a parent folder', (link) => link.replace('some-key', '../some-key')],
    ['a key in capitals', (link) => link.replace('some-key', 'SOME-KEY')],
    ['nothing', () => ''],
    ['another secret', () => signUploadLink(randomBytes(32), terms, now).path],
  ])('is rejected with %s', (_what, alter) => {
    expect(verify(alter(sign()))).toMatchObject(notValid);
  });

  it('is not created without a user', () => {
    for (const userId of ['', 'a b', 'a&max=1', 'x'.repeat(65)]) expect(() => sign({ userId })).toThrow(TypeError);
  });
});
