import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { AnswerMarkdown } from './answer-markdown';
import { figureMarks } from './figure-marks';

const place = (content: string, text: string) => {
  const start = content.indexOf(text);
  return { start, end: start + text.length, text };
};

describe('figures of an answer', () => {
  it('are underlined if unconfirmed, with a label for screen readers', async () => {
    const content = 'Tesla is up **41%** today.';
    renderInApp(
      <AnswerMarkdown
        content={content}
        citations={undefined}
        isRunning={false}
        figures={{ unconfirmedFigures: [place(content, '41%')] }}
      />,
    );
    await screen.findByText('(Not from our position data)');
    const figure = screen.getByText('41%');
    expect(figure.getAttribute('data-tooltip')).toBe('Not from our position data');
    expect(figure.textContent).toBe('41% (Not from our position data)');
    expect(figure.closest('strong')).not.toBeNull();
  });

  it('have a lock if they come from the portfolio', async () => {
    const content = '| Share | Gain |\n|---|---|\n| Tesla | +38.75% |';
    const { start, end } = place(content, '+38.75%');
    renderInApp(
      <AnswerMarkdown
        content={content}
        citations={undefined}
        isRunning={false}
        figures={{ confirmedFigures: [{ start, end, source: 'Prices of today' }] }}
      />,
    );
    const lock = await screen.findByRole('link', { name: 'From the portfolio. Prices of today' });
    expect(lock.closest('td')?.textContent).toContain('+38.75%');
    expect(lock.getAttribute('href')).toBe('/track-record');
  });

  it('link to their calculation: of a position to its page, of the whole portfolio to the track record', async () => {
    const content = 'Tesla gained +38.75% and the portfolio +12.50%.';
    const positionId = '00000000-0000-4000-8000-000000000001';
    const confirmedFigures = [
      { ...place(content, '+38.75%'), source: 'Prices', positionId },
      { ...place(content, '+12.50%'), source: 'The track record', isOfTrackRecord: true as const },
    ].map(({ text: _, ...figure }) => figure);
    renderInApp(
      <AnswerMarkdown content={content} citations={undefined} isRunning={false} figures={{ confirmedFigures }} />,
    );
    expect((await screen.findAllByRole('link')).map((lock) => lock.getAttribute('href'))).toEqual([
      `/qinvest/position?id=${positionId}#gain`,
      '/track-record',
    ]);
  });

  it('are left unmarked within links, and where Markdown characters would break the mark', () => {
    const content = 'See [Tesla up 41%](https://example.com) and *5*%.';
    const unconfirmedFigures = [place(content, '41%'), place(content, '*5*%')];
    expect(figureMarks(content, { unconfirmedFigures })).toEqual([]);
  });

  it('are underlined around inline code, and not within a code block', async () => {
    const content = 'Tesla is up `41%`.\n\n```\nTesla 52%\n```';
    const unconfirmedFigures = [place(content, '`41%`'), place(content, '52%')];
    renderInApp(
      <AnswerMarkdown content={content} citations={undefined} isRunning={false} figures={{ unconfirmedFigures }} />,
    );
    await screen.findByText('(Not from our position data)');
    expect(screen.getByText('41%').closest('[data-tooltip]')?.getAttribute('data-tooltip')).toBe(
      'Not from our position data',
    );
    // Before and after the code block component is loaded.
    const block = screen.getByText(/Tesla 52%/);
    expect(block.closest('[data-tooltip="Not from our position data"]')).toBeNull();
    expect(block.querySelector('[data-tooltip]')).toBeNull();
  });
});
