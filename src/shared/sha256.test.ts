import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from './sha256';

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
])('gives the known value of %j', (text, expected) => expect(sha256(text)).toBe(expected));

/** The native implementation of Node and of browsers in secure contexts. */
async function native(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

it('equals the native implementation for lengths around a block and for any text', async () => {
  for (let length = 0; length < 200; length++)
    expect(sha256('x'.repeat(length))).toBe(await native('x'.repeat(length)));
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => sha256(text) === (await native(text))),
  );
});
