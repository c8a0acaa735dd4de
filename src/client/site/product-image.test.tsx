import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { sampleWords } from '~/client/words/sample';
import { sourcesWords } from '~/client/words/sources';
import { ProductImage } from './product-image';

it('shows a web source with the quoted passage, as the sources panel does', async () => {
  fakeServer({});
  renderInApp(<ProductImage />);
  const panel = within(screen.getByRole('region', { name: sourcesWords.sources, hidden: true }));
  const page = panel.getByText(sampleWords.minutes).closest('li') as HTMLElement;
  expect(page.textContent).toContain(sampleWords.minutesQuote);
});

it('has a table with a header that does not stick to the top', () => {
  fakeServer({});
  renderInApp(<ProductImage />);
  // The sample answer also has a table once its Markdown is rendered.
  const [ofPositions] = screen
    .getAllByRole('table', { hidden: true })
    .filter((table) => table.querySelector('caption'));
  const around = ofPositions?.parentElement as Element;
  // happy-dom computes no nested styles.
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
  const ofHeader = rules.filter((rule) => [...around.classList].some((name) => rule.startsWith(`.${name} thead`)));
  expect(ofHeader.join()).toMatch(/position:\s*static/);
});
