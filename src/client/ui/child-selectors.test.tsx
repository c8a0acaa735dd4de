import { chakra } from '@chakra-ui/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { first, notFirst } from './child-selectors';

afterEach(() => vi.restoreAllMocks());

const rules = () => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));

it('selects children without specificity, also in nested rules, without a warning by Emotion', () => {
  const warn = vi.spyOn(console, 'error');
  const nested = { order: 17, [`&${first}`]: { order: 18 } };
  renderInApp(<chakra.div css={{ [`& > ${notFirst} > em`]: { order: 16 }, '& > tr > *': nested }} />);
  const ruleOf = (order: number) => rules().find((rule) => rule.includes(`order: ${order}`));
  expect(ruleOf(16)).toMatch(/^\.css-\w+\s?>\s?:where\(:not\(:first-child\)\)\s?>\s?em /i);
  expect(ruleOf(18)).toMatch(/^\.css-\w+\s?>\s?tr\s?>\s?\*:where\(:first-child\) /i);
  expect(warn).not.toHaveBeenCalled();
});
