import { describe, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { unknownAbilities } from '~/shared/schemas/models';
import { costOf, estimatedCost } from './cost';

describe('the cost of tokens', () => {
  it('is exact, however small the price', () => {
    expect(costOf({ inputTokens: 3, outputTokens: 0 }, { input: '0.1', output: '0' })).toBe('0.0000003');
    expect(costOf({ inputTokens: 1, outputTokens: 1 }, { input: '0.000001', output: '0' })).toBe('0.000000000001');
    expect(costOf({ inputTokens: 123_457, outputTokens: 789 }, { input: '2.50', output: '10' })).toBe('0.3165325');
    expect(costOf({ inputTokens: 2_000_000, outputTokens: 1_000_000 }, { input: '3', output: '15.00' })).toBe('21');
  });

  it('is rounded if it has more than twelve decimals', () => {
    expect(costOf({ inputTokens: 1, outputTokens: 0 }, { input: '0.0000005', output: '0' })).toBe('0.000000000001');
    expect(costOf({ inputTokens: 1, outputTokens: 0 }, { input: '0.0000004', output: '0' })).toBe('0');
  });
});

describe('the estimate for a request', () => {
  const model = createScriptedModel();
  const known = { limits: { contextTokens: 128_000 }, abilities: unknownAbilities };
  const chosen = { id: 'm', displayName: 'M', model, ...known, connection: () => null };

  it('is the price of an ordinary request', () => {
    expect(estimatedCost({ ...chosen, prices: { input: '1', output: '2' } })).toBe('0.006');
  });

  it('does not exceed the limits of the model', () => {
    const limits = { contextTokens: 1000, maxOutputTokens: 100 };
    expect(estimatedCost({ ...chosen, limits, prices: { input: '1', output: '2' } })).toBe('0.0012');
  });

  it('grows with the request and the maximum answer', () => {
    const priced = { ...chosen, prices: { input: '1', output: '2' } };
    expect(estimatedCost(priced, { inputTokens: 50_000 })).toBe('0.052');
    expect(estimatedCost(priced, { inputTokens: 10, outputTokens: 20_000 })).toBe('0.04001');
    expect(estimatedCost(priced, { inputTokens: 10, answers: 50 })).toBe('0.10001');
  });

  it('limits each of several answers, not their sum', () => {
    const limits = { contextTokens: 1000, maxOutputTokens: 100 };
    const size = { inputTokens: 1000, outputTokens: 4000, answers: 50 };
    expect(estimatedCost({ ...chosen, limits, prices: { input: '1', output: '2' } }, size)).toBe('0.011');
  });

  it('does not exist for a model without a price', () => {
    expect(estimatedCost(chosen)).toBeNull();
  });
});
