import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openText, sealText } from './sealed-text';

const key = randomBytes(32);

describe('a sealed text', () => {
  it.each(['', 'sk-secret', 'Grüße 🔑', 'x'.repeat(100_000)])('is decrypted to the original', (text) => {
    expect(openText(key, 'https://one.example', sealText(key, 'https://one.example', text))).toBe(text);
  });

  it('contains nothing of the text and differs each time', () => {
    const [first, other] = [sealText(key, '', 'sk-secret'), sealText(key, '', 'sk-secret')];
    expect(first).not.toBe(other);
    expect(Buffer.from(first.slice(3), 'base64url').includes('sk-secret')).toBe(false);
  });

  it('cannot be decrypted with another key or in another context, or after a change', () => {
    const sealed = sealText(key, 'https://one.example', 'sk-secret');
    expect(openText(randomBytes(32), 'https://one.example', sealed)).toBeNull();
    expect(openText(key, 'https://two.example', sealed)).toBeNull();
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(openText(key, 'https://one.example', `v1.${changed.toString('base64url')}`)).toBeNull();
    }
  });

  it.each(['', 'v1', 'v1.', 'v1.AAAA', 'v2.AAAA', 'sk-secret'])('cannot be %j', (text) => {
    expect(openText(key, '', text)).toBeNull();
  });
});
