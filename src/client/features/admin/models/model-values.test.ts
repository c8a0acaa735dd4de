import { expect, it } from 'vitest';
import { modelValues, toModelInput } from './model-values';

const limitOf = (contextTokens: string) => toModelInput({ ...modelValues(), contextTokens }, new Set()).contextTokens;

it('limits may have groups of thousands; a dot is rejected, because it may be one or a decimal point', () => {
  expect(limitOf('400,000')).toBe(400_000);
  expect(limitOf('400 000')).toBe(400_000);
  expect(limitOf('400.000')).toBeNaN();
  expect(limitOf('')).toBeNull();
});
