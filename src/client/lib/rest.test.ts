import { afterEach, describe, expect, it, vi } from 'vitest';
import { post, restMessage } from './rest';

const answers = (status: number, body: string, statusText = '') =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, statusText })));
const refusal = () => post('/api/waitlist/signup', { email: 'a@example.com' }).catch((cause: unknown) => cause);

afterEach(() => vi.unstubAllGlobals());

describe('a failed request', () => {
  it('has a message of status and body, or status text without a body', async () => {
    answers(409, '{"message":"Twice"}');
    expect(await refusal()).toMatchObject({ message: '409: {"message":"Twice"}' });
    answers(502, '', 'Bad Gateway');
    expect(await refusal()).toMatchObject({ message: '502: Bad Gateway' });
  });

  it('shows the message of the body, else the raw text, else the fallback', async () => {
    for (const [body, expectedMessage] of [
      ['{"message":"This email is already on the waitlist."}', 'This email is already on the waitlist.'],
      ['upstream is away', 'upstream is away'],
      ['{"code":"conflict"}', 'Failed'],
      ['{"message":7}', 'Failed'],
      ['null', 'Failed'],
    ]) {
      answers(500, body ?? '');
      expect(restMessage(await refusal(), 'Failed')).toBe(expectedMessage);
    }
  });

  it('without a response, shows whether the browser is offline', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('navigator', { onLine: true });
    expect(restMessage(await refusal(), 'Failed')).toBe("Can't reach the server. Try again in a moment.");
    vi.stubGlobal('navigator', { onLine: false });
    expect(restMessage(await refusal(), 'Failed')).toMatch(/offline/);
  });
});

it('parses a JSON response, and returns undefined for an empty one', async () => {
  answers(201, '{"message":"Welcome"}');
  expect(await post('/api/x', {})).toEqual({ message: 'Welcome' });
  answers(200, '');
  expect(await post('/api/logout')).toBeUndefined();
});
