import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { SourceMark } from './source-mark';

/** The ::before rules for an element. happy-dom computes no styles of pseudo-elements. */
const rulesBefore = (element: Element) =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map(({ cssText }) => cssText)
    .filter((rule) => [...element.classList].some((name) => rule.startsWith(`.${name}::before`)));

it('keeps the number of a source on the line of the word before it', () => {
  renderInApp(
    <p>
      Rates fell.<SourceMark type="button">6</SourceMark>
    </p>,
  );
  const held = screen.getByRole('button', { name: '6' }).parentElement as Element;
  expect(held.previousSibling?.textContent).toBe('Rates fell.');
  expect(rulesBefore(held).join()).toMatch(/content:\s*"(?:\\2060|\u2060)"/);
});
