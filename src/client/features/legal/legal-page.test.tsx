import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { legalWords as words } from '~/client/words/legal';
import { sitePlaceholders } from '~/shared/site-placeholders';
import { LegalPage } from './legal-page';

const names = ['terms', 'privacy', 'disclaimer'] as const;
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it.each(names)('%s has its title, all its sections in order, and a contact', (name) => {
  renderInApp(<LegalPage name={name} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words[name].title);
  expect(headings().slice(0, words[name].parts.length)).toEqual(words[name].parts.map(({ title }) => title));
  expect(headings().at(-1)).toBe(words.contactTitle);
  expect(document.body.textContent).toContain(sitePlaceholders.contact);
});

it.each(names)('%s states that a lawyer has not reviewed it', (name) => {
  renderInApp(<LegalPage name={name} />);
  expect(screen.getByRole('note').textContent).toBe(words.review);
});

it('lists the recipients of data only on the privacy page, in a list that the server fills in', () => {
  const { unmount } = renderInApp(<LegalPage name="privacy" />);
  expect(headings()).toContain(words.processorsTitle);
  expect(document.querySelector('dl')?.textContent).toBe(sitePlaceholders.processors);
  unmount();
  renderInApp(<LegalPage name="terms" />);
  expect(headings()).not.toContain(words.processorsTitle);
  expect(document.body.textContent).not.toContain(sitePlaceholders.processors);
});
