import { expect, test } from 'vitest';
import { pagePaths } from '~/shared/pages';
import { isCurrent, shellItems } from './shell-items';
import { shellPaths } from './shell-paths';

const marked = (isAdmin: boolean, pathname: string) =>
  shellItems(isAdmin)
    .filter((item) => isCurrent(item, pathname))
    .map(({ name }) => name);

test('each section is marked on its pages and on no other', () => {
  expect(marked(false, '/qchat')).toEqual(['Chat']);
  expect(marked(false, '/qinvest/back-test')).toEqual(['qInvest']);
  expect(marked(false, '/qinvest/position')).toEqual(['qInvest']);
  expect(marked(false, '/collections')).toEqual(['Knowledge']);
  expect(marked(true, '/collections')).toEqual(['Knowledge']);
  expect(marked(true, '/admin-setup')).toEqual([]);
});

test('Knowledge leads members to a page that they may open', () => {
  expect(shellItems(false).map(({ path }) => path)).not.toContain('/knowledge');
  expect(shellItems(true).map(({ path }) => path)).toContain('/knowledge');
});

test('every page of the application is inside the frame, but for those that ask for no session', () => {
  const alone = pagePaths.filter((path) => !shellPaths.includes(path));
  expect(alone).toEqual(['/auth', '/forgot-password', '/reset-password', '/confirm-email', '/invitation']);
});
