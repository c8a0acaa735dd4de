import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords';

describe('a common password', () => {
  it('is on a list of far more than 10,000 that new accounts could otherwise choose', () => {
    expect(passwords.filter((word) => word.length >= 6).length).toBeGreaterThan(40_000);
    expect(passwords.filter((word) => word !== word.toLowerCase())).toEqual([]);
  });

  it('is found anywhere on the list, in any case', async () => {
    const every500th = passwords.filter((_, n) => n % 500 === 0 || n === passwords.length - 1);
    for (const word of [...every500th, '123456', 'PASSWORD', 'Qwerty123'])
      expect({ word, is: await isCommonPassword(word) }).toEqual({ word, is: true });
  });

  it.each(['correct horse', 'password is long', '', '"', '123456","password', '\\', '\ud800', 'x'.repeat(256)])(
    'is not %j',
    async (word) => expect(await isCommonPassword(word)).toBe(false),
  );
});
