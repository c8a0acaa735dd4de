import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { answerWords } from '~/client/words/answers';
import { RunningActivity } from './activities';
import { AnswerNotes } from './answer-notes';

describe('what the model does besides writing', () => {
  const steps = ['A', 'B', 'C', 'D'].map((name) => ({
    kind: 'web_page' as const,
    label: `Reading ${name}`,
    state: 'done' as const,
  }));
  const items = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

  it('is listed as the latest finished steps above the running one', () => {
    renderInApp(
      <RunningActivity activities={[...steps, { kind: 'book', label: 'Checking figures', state: 'running' }]} />,
    );
    expect(items()).toEqual(['Reading B', 'Reading C', 'Reading D', 'Checking figures']);
  });

  it('keeps equal steps apart', () => {
    const again = { kind: 'web_page', label: 'Reading A' } as const;
    const { rerender } = renderInApp(<RunningActivity activities={[...steps, { ...again, state: 'running' }]} />);
    const [running] = screen.getAllByRole('listitem').slice(-1);
    const done = { ...again, state: 'done' } as const;
    rerender(<RunningActivity activities={[...steps, done, { ...again, state: 'running' }]} />);
    expect(items()).toEqual(['Reading C', 'Reading D', 'Reading A', 'Reading A']);
    expect(screen.getAllByRole('listitem')[2]).toBe(running);
  });

  it('is hidden while nothing runs', () => {
    renderInApp(<RunningActivity activities={steps} />);
    expect(items()).toEqual([]);
  });
});

it('says that an answer was not reviewed', () => {
  renderInApp(<AnswerNotes content="It rose by 12%." metadata={{ isUnreviewed: true }} />);
  expect(screen.getByText(answerWords.notReviewed)).toBeDefined();
});

describe('the correction of figures', () => {
  it('is announced in one line while it runs', () => {
    const label = 'Checking figures – correcting 2 figures';
    renderInApp(<RunningActivity activities={[{ kind: 'book', label, state: 'running' }]} />);
    expect(screen.getByText(label)).toBeDefined();
  });

  it('is a collapsed note afterwards, with the first text and its figures', async () => {
    const firstText = 'Tesla is up 41% and trades at $1,234.';
    const figures = ['41%', '$1,234'].map((text) => {
      const start = firstText.indexOf(text);
      return { start, end: start + text.length, text };
    });
    const { user } = renderInApp(
      <AnswerNotes
        content="Tesla is up."
        metadata={{ isAboutInvestments: true, correction: { firstText, figures, corrected: 2 } }}
      />,
    );
    const note = await screen.findByRole('button', { name: '2 figures were corrected' });
    expect(note.getAttribute('aria-expanded')).toBe('false');
    await user.click(note);
    const first = document.getElementById(note.getAttribute('aria-controls') ?? '');
    expect(first?.hidden).toBe(false);
    expect(first?.textContent).toBe(`The AI model first wrote:${firstText}`);
    expect([...(first?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent)).toEqual([
      '41%',
      '$1,234',
    ]);
    expect(screen.getByText('Not investment advice')).toBeDefined();
  });

  it('adds no note to an answer without a correction', () => {
    renderInApp(<AnswerNotes content="Tesla." metadata={{ isAboutInvestments: true }} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
