import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { sampleWords } from '~/client/words/sample';
import { sourcesWords } from '~/client/words/sources';
import { ProductPicture } from './product-picture';

it("shows of a web source what the product's own panel shows, with the quoted passage", async () => {
  fakeServer({});
  renderInApp(<ProductPicture />);
  const panel = within(screen.getByRole('region', { name: sourcesWords.sources, hidden: true }));
  const page = panel.getByText(sampleWords.minutes).closest('li') as HTMLElement;
  expect(page.textContent).toContain(sampleWords.minutesQuote);
});

it('has a table whose header stays above its rows', () => {
  fakeServer({});
  renderInApp(<ProductPicture />);
  // The sample answer has a table as well, once it is read as Markdown.
  const [ofPositions] = screen
    .getAllByRole('table', { hidden: true })
    .filter((table) => table.querySelector('caption'));
  const around = ofPositions?.parentElement as Element;
  // The DOM of the tests computes no styles of parts within.
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
  const ofHeader = rules.filter((rule) => [...around.classList].some((name) => rule.startsWith(`.${name} thead`)));
  expect(ofHeader.join()).toMatch(/position:\s*static/);
});
