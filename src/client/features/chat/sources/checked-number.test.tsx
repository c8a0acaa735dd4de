import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import type { Source } from '~/shared/answer-text/sources';
import { type Verdict, verdicts } from '~/shared/schemas/citations';
import { verdictName } from '~/shared/verdict-words';
import { CheckedNumber } from './checked-number';

const source: Source = { number: 3, title: 'Key rates', site: 'ecb.example', url: 'https://ecb.example/rates' };
const shown = (verdict: Verdict) => <CheckedNumber source={source} verdict={verdict} onOpen={() => {}} />;

it('has a distinct icon for each result, so that color is not the only difference', async () => {
  renderInApp(verdicts.map((verdict) => <div key={verdict}>{shown(verdict)}</div>));
  const numbers = await screen.findAllByRole('button', { name: /^Source 3: Key rates\. / });
  const icons = numbers.map((number) => number.querySelector('svg')?.innerHTML);
  expect(icons).toHaveLength(verdicts.length);
  expect(icons.every(Boolean)).toBe(true);
  expect(new Set(icons).size).toBe(verdicts.length);
});

it.each(['partial', 'differs', 'absent', 'unreadable'] as const)(
  'shows in text what is not confirmed: %s',
  async (verdict) => {
    renderInApp(shown(verdict));
    const number = await screen.findByRole('button', { name: `Source 3: Key rates. ${verdictName(verdict, 'page')}` });
    expect(number.textContent).toBe(`3${verdictName(verdict, 'page')}`);
  },
);

it.each(['quote', 'figures', 'pending'] as const)('stays as small as a footnote otherwise: %s', async (verdict) => {
  renderInApp(shown(verdict));
  const number = await screen.findByRole('button', { name: `Source 3: Key rates. ${verdictName(verdict, 'page')}` });
  expect(number.textContent).toBe('3');
});
