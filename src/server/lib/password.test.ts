import { hash } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './password';

/** Systems type an accented letter as one character, or as a letter and a combining accent. */
const composed = 'mật khẩu bí mật'.normalize('NFC');
const decomposed = composed.normalize('NFD');

it('a password matches however the system composes its letters', async () => {
  for (const chosen of [composed, decomposed]) {
    const stored = await hashPassword(chosen);
    expect(await isPassword(composed, stored)).toBe(true);
    expect(await isPassword(decomposed, stored)).toBe(true);
    expect(await isPassword('mat khau bi mat', stored)).toBe(false);
  }
});

it('a password that was stored as typed still matches', async () => {
  const stored = await hash(decomposed);
  expect(await isPassword(decomposed, stored)).toBe(true);
});
