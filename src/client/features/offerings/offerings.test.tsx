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
])('the page of the %s schedules a call in a new tab, which learns nothing of this one', (_, page, title) => {
  renderInApp(page);
  expect(headline()).toBe(title);
  const link = screen.getByRole('link', { name: isSchedule });
  expect(link.getAttribute('href')).toBe(sitePlaceholders.schedulingUrl);
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(link.textContent).toContain(offeringWords.newTab);
});

it('the steps of the survey are a numbered list in their order', () => {
  renderInApp(<ReviewPage />);
  const steps = section(offeringWords.howItWorks).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual(
    reviewWords.steps.map(({ title, text }, index) => `${index + 1}${title}${text}`),
  );
});

it('the survey names its reach, its price and what can be asked', () => {
  renderInApp(<ReviewPage />);
  expect(screen.getByText(reviewWords.reach)).toBeDefined();
  expect(screen.getByRole('heading', { name: reviewWords.price })).toBeDefined();
  const asked = section(reviewWords.askedTitle).getAllByRole('listitem');
  expect(asked.map(({ textContent }) => textContent)).toEqual([...reviewWords.asked]);
});

it('the advisory lists its parts, and the steps with their numbers', () => {
  renderInApp(<StrategyPage />);
  const parts = section(strategyWords.partsTitle).getAllByRole('heading', { level: 3 });
  expect(parts.map(({ textContent }) => textContent)).toEqual(strategyWords.parts.map(({ title }) => title));
  expect(section(offeringWords.howItWorks).getAllByRole('listitem')).toHaveLength(strategyWords.steps.length);
});

it('what is still to come says so, and leads to what is there', () => {
  renderInApp(<BrainPage />);
  expect(screen.getByText(brainWords.badge)).toBeDefined();
  expect(screen.getByRole('link', { name: brainWords.meanwhileLink }).getAttribute('href')).toBe('/qchat');
  // Nobody can book what does not exist.
  expect(screen.queryByRole('link', { name: isSchedule })).toBeNull();
});
