import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import type { Activity } from '~/shared/schemas/messages';
import WebReading from './web-reading';

const steps: Activity[] = [
  { kind: 'thinking', label: 'Thinking', state: 'done' },
  { kind: 'web_search', label: "Searching 'ECB deposit rate'", state: 'done' },
  { kind: 'web_page', label: 'Reading ecb.europa.eu', state: 'done' },
];

it('collapses the steps under the number of pages read and cited, and the duration', async () => {
  const metadata = { activities: steps, numSourcesUsed: 5 };
  const { user } = renderInApp(<WebReading reading={{ pages: 8, milliseconds: 6400 }} metadata={metadata} />);
  const button = screen.getByRole('button', { name: 'Read 8 pages, cited 5 · 6 s' });
  const list = screen.getByText(/Searching 'ECB deposit rate'/);
  expect(list.hidden).toBe(true);
  await user.click(button);
  expect(list.hidden).toBe(false);
  expect(list.textContent).toBe("Searching 'ECB deposit rate'\nReading ecb.europa.eu");
});

it.each([
  [1, 0, 'Read 1 page, cited 0 · 1 s'],
  [0, 0, 'Searched the web · 1 s'],
])('shows it for %i pages', (pages, numSourcesUsed, name) => {
  renderInApp(<WebReading reading={{ pages, milliseconds: 200 }} metadata={{ numSourcesUsed }} />);
  expect(screen.getByRole('button', { name })).toBeDefined();
});
