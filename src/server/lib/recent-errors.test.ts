import { describe, expect, it } from 'vitest';
import { createLogger } from './logger';
import { RecentErrors } from './recent-errors';

describe('the errors that were logged lately', () => {
  it('are those of the log at the levels error and fatal, newest first, with their request id', () => {
    const errors = new RecentErrors();
    const logger = createLogger({ level: 'error', isProduction: true, errors });
    logger.warn('a warning');
    logger.error({ err: new Error('the disk is full'), requestId: 'request-1' }, 'a call failed');
    logger.fatal('uncaught exception');
    expect(errors.list()).toMatchObject([
      { message: 'uncaught exception', requestId: null },
      { message: 'a call failed: the disk is full', requestId: 'request-1' },
    ]);
  });

  it('are forgotten after a day, and at most a hundred', () => {
    let now = Date.UTC(2026, 0, 1);
    const errors = new RecentErrors(() => now);
    for (let n = 0; n < 150; n++) errors.add({}, `error ${n}`);
    expect(errors.list()).toHaveLength(100);
    expect(errors.list()[0]).toMatchObject({ id: 150, message: 'error 149' });
    now += 86_400_000;
    errors.add({}, 'the next day');
    expect(errors.list().map(({ message }) => message)).toEqual(['the next day']);
  });

  it('are cut to a length that a page can show', () => {
    const errors = new RecentErrors();
    errors.add({}, 'x'.repeat(5000));
    expect(errors.list()[0]?.message).toHaveLength(300);
  });
});
