import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { investorWords as words } from '~/client/words/investors';
import { InvestorsPage } from './investors-page';

const region = (name: string) => within(screen.getByRole('region', { name }));

it('has one main heading, and sections for the token and the waitlist', () => {
  renderInApp(<InvestorsPage form={<p>The form</p>} />);
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    'Invest in qInsight',
  ]);
  expect(region('Token Launch Coming Soon').getByText('The form')).toBeDefined();
  expect(region('Deflationary Utility Token Launch').queryByText('The form')).toBeNull();
});

it('explains each point under its own heading', () => {
  renderInApp(<InvestorsPage form={null} />);
  const items = region('Deflationary Utility Token Launch').getAllByRole('listitem');
  const headings = items.map((item) => within(item).getByRole('heading', { level: 3 }).textContent);
  expect(headings).toEqual(['Burn Mechanism', 'Real Utility', 'Deflationary Growth']);
  items.forEach((item, index) => void within(item).getByText(words.points[index]?.text ?? ''));
});

it('shows that nothing can be bought, beside the token', () => {
  renderInApp(<InvestorsPage form={null} />);
  expect(region(words.tokenTitle).getByText(words.tokenNote)).toBeDefined();
});

it('explains the use of the email address, and links to the privacy page', () => {
  renderInApp(<InvestorsPage form={null} />);
  const waitlist = region(words.waitlistTitle);
  expect(waitlist.getByText(new RegExp(words.privacy))).toBeDefined();
  expect(waitlist.getByRole('link', { name: words.privacyLink }).getAttribute('href')).toBe('/privacy');
});
