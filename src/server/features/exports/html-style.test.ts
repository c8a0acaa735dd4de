import { expect, it } from 'vitest';
import { htmlStyle } from './html-style';

const rulesOf = (selector: string) =>
  htmlStyle
    .split('\n')
    .flatMap((line) => [...line.matchAll(/([^{}]+)\{([^{}]*)\}/g)])
    .filter(([, selectors]) => selectors?.trim() === selector)
    .map(([, , style]) => style);

it('uses tabular figures only in tables, because they would widen hyphens in text', () => {
  expect(rulesOf('body').join()).not.toContain('tabular-nums');
  expect(rulesOf('table').join()).toContain('tabular-nums');
});

it('scrolls a wide table on a narrow screen instead of breaking the words of its cells', () => {
  expect(rulesOf('.table')[0]).toContain('overflow-x:auto');
  expect(rulesOf('table')[0]).toContain('width:max-content;min-width:100%');
  expect(rulesOf('th,td')[0]).toContain('overflow-wrap:break-word');
});
