import { afterEach, describe, expect, it, vi } from 'vitest';
import { post, restMessage } from './rest';

const answers = (status: number, body: string, statusText = '') =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, statusText })));
const refusal = () => post('/api/waitlist/signup', { email: 'a@example.com' }).catch((cause: unknown) => cause);

afterEach(() => vi.unstubAllGlobals());

describe('a refusal', () => {
  it('reads status: body, or the status in words where there is no body', async () => {
    answers(409, '{"message":"Twice"}');
    expect(await refusal()).toMatchObject({ message: '409: {"message":"Twice"}' });
    answers(502, '', 'Bad Gateway');
    expect(await refusal()).toMatchObject({ message: '502: Bad Gateway' });
  });

  it('is told by its message, else by its raw text, else by words for the case', async () => {
    for (const [body, told] of [
      ['{"message":"This email is already on the waitlist."}', 'This email is already on the waitlist.'],
      ['upstream is away', 'upstream is away'],
      ['{"code":"conflict"}', 'Failed'],
      ['{"message":7}', 'Failed'],
      ['null', 'Failed'],
    ]) {
      answers(500, body ?? '');
      expect(restMessage(await refusal(), 'Failed')).toBe(told);
    }
  });

  it('without any answer is told by whether there is a network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('navigator', { onLine: true });
    expect(restMessage(await refusal(), 'Failed')).toBe("Can't reach the server. Try again in a moment.");
    vi.stubGlobal('navigator', { onLine: false });
    expect(restMessage(await refusal(), 'Failed')).toMatch(/offline/);
  });
});

it('an answer is read as JSON, and none as nothing', async () => {
  answers(201, '{"message":"Welcome"}');
  expect(await post('/api/x', {})).toEqual({ message: 'Welcome' });
  answers(200, '');
  expect(await post('/api/logout')).toBeUndefined();
});
