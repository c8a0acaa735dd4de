import { expect, it } from 'vitest';
import { formStyle } from '~/server/features/shares/shared-page-style';
import { htmlStyle } from './html-style';

const rulesOf = (selector: string, style = htmlStyle) =>
  style
    .split('\n')
    .flatMap((line) => [...line.matchAll(/([^{}]+)\{([^{}]*)\}/g)])
    .filter(([, selectors]) => selectors?.trim() === selector)
    .map(([, , rules]) => rules);

it('uses tabular figures only in tables, because they would widen hyphens in text', () => {
  expect(rulesOf('body').join()).not.toContain('tabular-nums');
  expect(rulesOf('table').join()).toContain('tabular-nums');
});

it('scrolls a wide table on a narrow screen instead of breaking the words of its cells', () => {
  expect(rulesOf('.table')[0]).toContain('overflow-x:auto');
  expect(rulesOf('table')[0]).toContain('width:max-content;min-width:100%');
  expect(rulesOf('th,td')[0]).toContain('overflow-wrap:break-word');
});

it('prints the names of files, which are buttons on a page with a password', () => {
  expect(htmlStyle).toMatch(/@media print\{.*form,button\{display:none\}/);
  expect(rulesOf('form.lead', formStyle).join()).toMatch(/display:inline\b/);
  expect(rulesOf('form.lead button', formStyle).join()).toContain('display:inline-block');
});
