import { describe, expect, it } from 'vitest';
import { AppError } from './errors';
import { errorSerializer } from './log-errors';

describe('errors in log lines', () => {
  it('contain no stack for the caller’s own mistakes', () => {
    const line = errorSerializer()(new AppError('too_large', 'The request is too large.'));
    expect(line).toEqual({ type: 'AppError', message: 'The request is too large.', code: 'too_large' });
  });

  it('contain few stacks per minute for the same error, and again in the next minute', () => {
    let now = 0;
    const serialize = errorSerializer(() => now);
    const fail = () => serialize(new RangeError('Max payload size exceeded')) as { stack?: string; message: string };
    const lines = Array.from({ length: 1000 }, fail);
    expect(lines.filter(({ stack }) => stack)).toHaveLength(5);
    expect(lines.every(({ message }) => message === 'Max payload size exceeded')).toBe(true);
    expect(serialize(new Error('another'))).toHaveProperty('stack');
    now += 61_000;
    expect(fail().stack).toContain('RangeError');
  });

  it('contain no values of a failed statement, also not in the error’s cause', () => {
    const failed = Object.assign(new Error('could not extend file'), { code: '53100', params: ['A secret question'] });
    const line = errorSerializer()(new Error('not saved', { cause: failed }));
    expect(line).toMatchObject({
      message: 'not saved: could not extend file',
      stack: expect.stringContaining('caused by'),
    });
    expect(JSON.stringify([line, errorSerializer()(failed)])).not.toContain('secret');
  });
});
