import { describe, expect, it } from 'vitest';
import { createLogger } from './logger';
import { RecentErrors } from './recent-errors';

describe('recent errors', () => {
  it('are those logged at the levels error and fatal, newest first, with their request id', () => {
    const errors = new RecentErrors();
    const logger = createLogger({ level: 'error', isProduction: true, errors });
    logger.warn('a warning');
    logger.error({ err: new Error('the disk is full'), requestId: 'request-1' }, 'a call failed');
    logger.fatal('uncaught exception');
    expect(errors.unsaved()).toMatchObject([
      { message: 'uncaught exception', requestId: null },
      { message: 'a call failed: the disk is full', requestId: 'request-1' },
    ]);
  });

  it('are at most a hundred, and stored ones are not stored again', () => {
    const errors = new RecentErrors();
    for (let n = 0; n < 150; n++) errors.add({}, `error ${n}`);
    expect(errors.unsaved()).toHaveLength(100);
    expect(errors.unsaved()[0]).toMatchObject({ id: 150, message: 'error 149' });
    errors.add({}, 'one from during the saving');
    errors.saved(150);
    expect(errors.unsaved().map(({ message }) => message)).toEqual(['one from during the saving']);
  });

  it('are shortened for display', () => {
    const errors = new RecentErrors();
    errors.add({}, 'x'.repeat(5000));
    expect(errors.unsaved()[0]?.message).toHaveLength(300);
  });
});
