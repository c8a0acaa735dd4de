import { chakra } from '@chakra-ui/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { first, notFirst } from './child-selectors';

const rules = () => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));

it('selects children without specificity, and without a warning by Emotion', () => {
  const warn = vi.spyOn(console, 'error');
  renderInApp(<chakra.div css={{ [`& > ${notFirst}`]: { order: 17 }, [`& > ${first} > em`]: { order: 18 } }} />);
  expect(rules().find((rule) => rule.includes('order: 17'))).toMatch(
    /^\.css-\w+\s?>\s?:where\(:not\(:first-child\)\) /,
  );
  expect(rules().find((rule) => rule.includes('order: 18'))).toMatch(
    /^\.css-\w+\s?>\s?:where\(:first-child\)\s?>\s?em /,
  );
  expect(warn).not.toHaveBeenCalled();
});
