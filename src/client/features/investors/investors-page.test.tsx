import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { investorWords as words } from '~/client/words/investors';
import { InvestorsPage } from './investors-page';

const region = (name: string) => within(screen.getByRole('region', { name }));

it('has one main heading, and sections for the token and the waitlist', () => {
  renderInApp(<InvestorsPage form={<p>The form</p>} />);
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([words.heading]);
  expect(region(words.waitlistTitle).getByText('The form')).toBeDefined();
  expect(region(words.tokenTitle).queryByText('The form')).toBeNull();
});

it('explains each point under its own heading', () => {
  renderInApp(<InvestorsPage form={null} />);
  const items = region(words.tokenTitle).getAllByRole('listitem');
  expect(items).toHaveLength(words.points.length);
  words.points.forEach(({ title, text }, index) => {
    const item = within(items[index] as HTMLElement);
    expect(item.getByRole('heading', { level: 3, name: title })).toBeDefined();
    expect(item.getByText(text)).toBeDefined();
  });
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
