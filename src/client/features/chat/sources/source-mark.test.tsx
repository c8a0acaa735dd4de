import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { SourceMark } from './source-mark';

/** The rules of the page for an element. The DOM of the tests computes no styles of what stands before it. */
const rulesBefore = (element: Element) =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map(({ cssText }) => cssText)
    .filter((rule) => [...element.classList].some((name) => rule.startsWith(`.${name}::before`)));

it('holds the number of a source to the word before it', () => {
  renderInApp(
    <p>
      Rates fell.<SourceMark type="button">6</SourceMark>
    </p>,
  );
  const held = screen.getByRole('button', { name: '6' }).parentElement as Element;
  expect(held.previousSibling?.textContent).toBe('Rates fell.');
  expect(rulesBefore(held).join()).toMatch(/content:\s*"(?:\\2060|\u2060)"/);
});
