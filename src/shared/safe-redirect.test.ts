import { describe, expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect';

describe('safeRedirect', () => {
  it.each(['/qchat', '/knowledge', '/qchat?c=1#end', '/a/b%20c'])('keeps %s', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  it('resolves dot segments of a path', () => {
    expect(safeRedirect('/a/../knowledge')).toBe('/knowledge');
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil.example',
    ' /qchat',
    '',
    undefined,
    null,
    42,
    ['/qchat'],
  ])('rejects %j', (target) => {
    expect(safeRedirect(target)).toBeUndefined();
  });

  it.each(['/auth', '/auth?redirect=/qchat', '/auth/', '/qchat/../auth'])(
    'rejects %s, which would return to the sign-in page',
    (path) => {
      expect(safeRedirect(path)).toBeUndefined();
    },
  );
});
