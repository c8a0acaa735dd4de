import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { SourceTitle } from '~/client/ui/source/source-text';
import { sourcesWords as words } from '~/client/words/sources';
import { DocumentLink } from './document-link';
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
  expectJoined(held);
});

it.each([
  ['a source', () => <SourceTitle href="https://a.example">Key rates</SourceTitle>, 'Key rates'],
  ['a document', () => <DocumentLink documentId="d1" passage="Rates fell." start={0} />, '\u00A0'],
])('keeps the arrow of the link to %s on the line of the word before it', (_, link, before) => {
  renderInApp(link());
  const held = screen.getByLabelText(words.opensInNewTab).closest('a > span') as Element;
  expect(held.previousSibling?.textContent).toBe(before);
  expectJoined(held);
});

const expectJoined = (element: Element) =>
  expect(rulesBefore(element).join()).toMatch(/content:\s*"(?:\\2060|\u2060)"/);
