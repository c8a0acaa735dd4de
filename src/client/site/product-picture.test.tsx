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
