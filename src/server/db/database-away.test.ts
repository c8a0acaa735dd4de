import { describe, expect, it } from 'vitest';
import { isDatabaseAway } from './database-away';

describe('a database that is away', () => {
  it.each([
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('Can’t reach the server'), { code: 'P1001' }),
    new Error('timeout exceeded when trying to connect'),
    new Error('outside', { cause: Object.assign(new Error('inside'), { code: '57P01' }) }),
  ])('is recognised, also behind other errors: %s', (error) => expect(isDatabaseAway(error)).toBe(true));

  it.each([new TypeError('x is not a function'), Object.assign(new Error('unique'), { code: 'P2002' }), null, 'text'])(
    'is not seen in mistakes of our own: %s',
    (error) => expect(isDatabaseAway(error)).toBe(false),
  );
});
