import { expect, test } from 'vitest';
import { pagePaths } from '~/shared/pages';
import { isCurrent, shellItems } from './shell-items';
import { shellPaths } from './shell-paths';

const marked = (isAdmin: boolean, pathname: string) =>
  shellItems(isAdmin)
    .filter((item) => isCurrent(item, pathname))
    .map(({ name }) => name);

test('marks each section on its own pages only', () => {
  expect(marked(false, '/qchat')).toEqual(['Chat']);
  expect(marked(false, '/qinvest/back-test')).toEqual(['qInvest']);
  expect(marked(false, '/qinvest/position')).toEqual(['qInvest']);
  expect(marked(false, '/collections')).toEqual(['Knowledge']);
  expect(marked(true, '/collections')).toEqual(['Knowledge']);
  expect(marked(true, '/admin-setup')).toEqual([]);
});

test('links members to a Knowledge page that they may open', () => {
  expect(shellItems(false).map(({ path }) => path)).not.toContain('/knowledge');
  expect(shellItems(true).map(({ path }) => path)).toContain('/knowledge');
});

test('covers every page of the application, except those that load no session', () => {
  const alone = pagePaths.filter((path) => !shellPaths.includes(path));
  expect(alone).toEqual(['/auth', '/forgot-password', '/reset-password', '/confirm-email', '/invitation']);
});
