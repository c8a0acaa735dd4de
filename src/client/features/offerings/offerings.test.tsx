import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { brainWords, offeringWords, reviewWords, strategyWords } from '~/client/words/offerings';
import { sitePlaceholders } from '~/shared/site-placeholders';
import { BrainPage } from './brain-page';
import { ReviewPage } from './review-page';
import { StrategyPage } from './strategy-page';

const isSchedule = (name: string) => name.startsWith(offeringWords.schedule);
const headline = () => screen.getByRole('heading', { level: 1 }).textContent;
const section = (name: string) => within(screen.getByRole('region', { name }));

it.each([
  ['survey', <ReviewPage key="review" />, reviewWords.headline],
  ['advisory', <StrategyPage key="strategy" />, strategyWords.headline],
])(
  'links the head and the end of the %s to a call scheduler in a new tab, without a referrer or opener',
  (_, page, title) => {
    renderInApp(page);
    expect(headline()).toBe(title);
    const links = screen.getAllByRole('link', { name: isSchedule });
    expect(links).toHaveLength(2);
    for (const link of links) {
      expect(link.getAttribute('href')).toBe(sitePlaceholders.schedulingUrl);
      expect(link.getAttribute('target')).toBe('_blank');
      expect(link.getAttribute('rel')).toContain('noopener');
      expect(link.textContent).toContain(offeringWords.newTab);
    }
  },
);

it('lists the steps of the survey in a numbered list', () => {
  renderInApp(<ReviewPage />);
  const steps = section(offeringWords.howItWorks).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual(
    reviewWords.steps.map(({ title, text }, index) => `${index + 1}${title}${text}`),
  );
});

it('shows the reach and price of the survey, and what can be asked', () => {
  renderInApp(<ReviewPage />);
  expect(screen.getByText(reviewWords.reach)).toBeDefined();
  expect(screen.getByRole('heading', { name: reviewWords.price })).toBeDefined();
  const asked = section(reviewWords.askedTitle).getAllByRole('listitem');
  expect(asked.map(({ textContent }) => textContent)).toEqual([...reviewWords.asked]);
});

it('lists the parts of the advisory, and its numbered steps', () => {
  renderInApp(<StrategyPage />);
  const parts = section(strategyWords.partsTitle).getAllByRole('heading', { level: 3 });
  expect(parts.map(({ textContent }) => textContent)).toEqual(strategyWords.parts.map(({ title }) => title));
  expect(section(offeringWords.howItWorks).getAllByRole('listitem')).toHaveLength(strategyWords.steps.length);
});

it('marks an unavailable offering as coming, and links to available ones', () => {
  renderInApp(<BrainPage />);
  expect(screen.getByText(brainWords.badge)).toBeDefined();
  expect(screen.getByRole('link', { name: brainWords.openChat }).getAttribute('href')).toBe('/qchat');
  // An offering that does not exist can't be booked.
  expect(screen.queryByRole('link', { name: isSchedule })).toBeNull();
});
