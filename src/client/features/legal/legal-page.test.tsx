import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { legalWords as words } from '~/client/words/legal';
import { sitePlaceholders } from '~/shared/site-placeholders';
import { LegalPage } from './legal-page';

const names = ['terms', 'privacy', 'disclaimer'] as const;
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it.each([
  ['terms', 'Terms of use', ['The service', 'Your account', 'Price', 'Your content', 'No guarantees']],
  ['privacy', 'Privacy', ['What is stored', 'Cookies', 'Who sees it', 'When data is deleted']],
  [
    'disclaimer',
    'Disclaimer',
    ['Not investment advice', 'Back-tests are hypothetical', 'AI-generated answers', 'Prices', 'The token'],
  ],
] as const)('%s has its title, all its sections in order, and a contact', (name, title, sections) => {
  renderInApp(<LegalPage name={name} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(headings().slice(0, sections.length)).toEqual(sections);
  expect(headings().at(-1)).toBe('Contact');
  expect(document.body.textContent).toContain(sitePlaceholders.contact);
});

it.each(names)('%s has a table of contents that leads to every section', (name) => {
  renderInApp(<LegalPage name={name} />);
  const links = within(document.querySelector('nav') as HTMLElement).getAllByRole('link', { hidden: true });
  expect(links.map(({ textContent }) => textContent)).toEqual(headings());
  const targets = links.map((link) => document.getElementById(link.getAttribute('href')?.slice(1) ?? ''));
  expect(targets.map((target) => target?.textContent)).toEqual(headings());
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
