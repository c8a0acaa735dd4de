import { expect, it } from 'vitest';
import { tokensAbout } from '~/server/lib/tokens/tokens-about';
import { fitTexts } from './fit-texts';

const model = (contextTokens: number, tokenFactor?: number) => ({
  limits: { contextTokens },
  model: tokenFactor === undefined ? {} : { tokenFactor },
});
const long = 'Rates rose. '.repeat(2000);

it('cuts each text to its limit where the window is large', () => {
  expect(fitTexts(model(128_000), [], ['Why?', long], 500).map((text) => tokensAbout(text))).toEqual([1, 502]);
});

it('shares what a small window leaves beside the other texts', () => {
  const [short, cut = ''] = fitTexts(model(1000), ['x'.repeat(1200)], ['Why?', long], 5000);
  expect(short).toBe('Why?');
  // Of 675 tokens for the input, the other texts have 300.
  expect(tokensAbout(cut)).toBeGreaterThan(370);
  expect(tokensAbout(cut)).toBeLessThan(380);
});

it('is stricter if the endpoint counts more tokens for the same text', () => {
  const [cut = ''] = fitTexts(model(1000, 1.5), [], [long], 5000);
  expect(tokensAbout(cut)).toBeLessThan(455);
});

it('leaves nothing of a text for which there is no room', () => {
  expect(fitTexts(model(1000), [long], ['Why?'], 5000)).toEqual(['\n[…]\n']);
});
