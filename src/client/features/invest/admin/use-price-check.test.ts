import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderHookInApp } from '~/client/testing/render';
import { investWords as words } from '~/client/words/invest';
import { usePriceCheck } from './use-price-check';

const market = { ticker: 'TSLA', state: 'known' as const, currency: 'USD', price: '250.10' };
const doubt = words.askedAgain('Market price: $250.10. You typed 2.50.');

function setUp(answers: FakeResponses = { 'positions.lookup': () => market }) {
  const requests = fakeServer(answers);
  const { result } = renderHookInApp(() => usePriceCheck(), undefined);
  const check = async (price: string, ticker = 'TSLA', day?: string) => {
    let passes: boolean | undefined;
    await act(async () => {
      passes = await result.current.passes({ ticker, prices: [{ price, day }] });
    });
    return passes;
  };
  return { requests, result, check };
}

it('accepts a price near the market', async () => {
  const { check, result, requests } = setUp();
  expect(await check('251.00')).toBe(true);
  expect(result.current.question).toBeUndefined();
  expect(requests).toEqual([{ path: 'positions.lookup', input: { ticker: 'TSLA', day: undefined } }]);
});

it('asks about a price far from the market, and accepts the same price the second time', async () => {
  const { check, result, requests } = setUp();
  expect(await check('2.50')).toBe(false);
  expect(result.current.question).toBe(doubt);
  expect(await check('2.50')).toBe(true);
  expect(requests).toHaveLength(1);
});

it('asks again about another price, ticker or day', async () => {
  const { check, requests } = setUp();
  expect(await check('2.50')).toBe(false);
  expect(await check('2.60')).toBe(false);
  expect(await check('2.60', 'TSLB')).toBe(false);
  expect(requests).toHaveLength(3);
});

it('withdraws the question once the price is corrected', async () => {
  const { check, result } = setUp();
  expect(await check('2.50')).toBe(false);
  expect(await check('250.00')).toBe(true);
  expect(result.current.question).toBeUndefined();
});

it('does not treat a withdrawn question as answered', async () => {
  const { check, result } = setUp();
  expect(await check('2.50')).toBe(false);
  act(() => result.current.forget());
  expect(result.current.question).toBeUndefined();
  expect(await check('2.50')).toBe(false);
});

it("accepts a price if the market can't be reached", async () => {
  const { check, result } = setUp({
    'positions.lookup': () => {
      throw new ServerError('The service is busy');
    },
  });
  expect(await check('2.50')).toBe(true);
  expect(result.current.question).toBeUndefined();
});

it('is checking until the market data arrives', async () => {
  let respond = () => {};
  const { result } = setUp({
    'positions.lookup': () =>
      new Promise((resolve) => {
        respond = () => resolve(market);
      }),
  });
  let passing: Promise<boolean> | undefined;
  act(() => {
    passing = result.current.passes({ ticker: 'TSLA', prices: [{ price: '250.00' }] });
  });
  await waitFor(() => expect(result.current.isChecking).toBe(true));
  await act(async () => {
    respond();
    await passing;
  });
  expect(result.current.isChecking).toBe(false);
});
