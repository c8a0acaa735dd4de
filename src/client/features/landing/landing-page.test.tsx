import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { landingWords as words } from '~/client/words/landing';
import { ChosenClaim, NoRunClaim } from './claim-evidence';
import { LandingPage } from './landing-page';

const page = (claim = <NoRunClaim />) =>
  renderInApp(<LandingPage mainButton={<a href="/auth">Start</a>} picture={<p>The picture</p>} claim={claim} />);
const section = (name: string) => within(screen.getByRole('region', { name }));

it('has one headline, and sections for offerings, claim and promises', () => {
  page();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words.headline);
  expect(screen.getAllByRole('region').flatMap((one) => one.getAttribute('aria-labelledby') ?? [])).toEqual([
    'offerings',
    'claim',
    'promises',
  ]);
  expect(screen.getByRole('link', { name: 'Start' })).toBeDefined();
  expect(screen.getByText('The picture')).toBeDefined();
});

it('links to every offering, with one descriptive link per card', () => {
  page();
  const cards = section(words.offeringsTitle).getAllByRole('listitem');
  const paths = cards.map((card) => within(card).getByRole('link').getAttribute('href'));
  expect(paths).toEqual(['/qinvest', '/qchat', '/qreview', '/qstrategy', '/qbrain']);
  const names = cards.map((card) => within(card).getByRole('link').textContent);
  expect(new Set(names).size).toBe(names.length);
});

it('marks only the offering that is not available yet as coming', () => {
  page();
  const soon = screen.getAllByText(words.brain.note).map((chip) => chip.closest('li')?.textContent);
  expect(soon).toHaveLength(1);
  expect(soon[0]).toContain(words.brain.title);
});

it('shows an example of a gain that is calculated correctly', () => {
  page();
  const sum = /\(([\d.]+) − ([\d.]+)\) \/ ([\d.]+)= \+([\d.]+)%/.exec(document.body.textContent);
  const [price, entry, divisor, percent] = (sum ?? []).slice(1).map(Number);
  expect(entry).toBe(divisor);
  expect(percent).toBeCloseTo((((price ?? 0) - (entry ?? 0)) / (entry ?? 1)) * 100, 2);
});

it('never claims a return without stating that it is hypothetical', () => {
  page();
  const claim = section(words.claim);
  expect(claim.getByRole('heading', { level: 2 }).textContent).toBe(words.claim);
  expect(claim.getByText(words.claimNote).textContent).toMatch(/hypothetical.*not the result of real trading/i);
  expect(claim.getByText(words.claimTitle)).toBeDefined();
});

it('links only to the method without a published run', () => {
  page();
  expect(screen.getByText(words.noRun)).toBeDefined();
  expect(screen.getByRole('link', { name: words.claimLink }).getAttribute('href')).toBe('/qinvest/back-test');
  expect(screen.queryByText(words.run)).toBeNull();
});

it('shows the figure of a published run, even a loss, with a link to its details', () => {
  page(<ChosenClaim figure="−12.30%" tone="loss" period="2021 to 2026" path="/runs/abc" />);
  expect(screen.getByText('−12.30%').dataset.tone).toBe('loss');
  expect(screen.getByText('2021 to 2026')).toBeDefined();
  expect(screen.getByRole('link', { name: words.runLink }).getAttribute('href')).toBe('/runs/abc');
  expect(screen.queryByText(words.noRun)).toBeNull();
});

it('shows the price and links to sign-up', () => {
  page();
  expect(screen.getByText(words.price)).toBeDefined();
  expect(screen.getByRole('link', { name: words.priceLink }).getAttribute('href')).toBe('/auth#sign-up');
});

it('hides its samples from screen readers, for which they would be meaningless figures', () => {
  page();
  for (const sample of document.querySelectorAll('[aria-hidden][data-numeric]'))
    expect(sample.querySelector('a, button')).toBeNull();
  expect(document.querySelectorAll('[aria-hidden][data-numeric]').length).toBeGreaterThan(0);
});
