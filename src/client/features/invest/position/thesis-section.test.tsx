import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { formatMoment } from '~/client/lib/format';
import { positionPage, thesisOf } from '~/client/testing/position-pages';
import { closedPosition, openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { evidenceWords } from '~/client/words/evidence';
import { positionWords as words } from '~/client/words/position';
import type { PositionPage } from '~/shared/schemas/theses';
import { ThesisSection } from './thesis-section';

const onEdit = vi.fn();
const show = (page: Partial<PositionPage>, edit: typeof onEdit | undefined = onEdit) =>
  renderInApp(<ThesisSection page={positionPage(page)} onEdit={edit} />);
const shownAt = (term: string) => screen.getAllByText(term, { selector: 'dt' })[0]?.nextElementSibling?.textContent;

it('shows members that there is no thesis, and administrators how to write one', async () => {
  const reader = renderInApp(<ThesisSection page={positionPage()} onEdit={undefined} />);
  expect(screen.getByText(words.noThesis)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
  reader.unmount();
  const { user } = show({});
  await user.click(screen.getByRole('button', { name: words.write }));
  expect(onEdit).toHaveBeenCalledOnce();
});

it('shows the fields that are set and no others, with its entry in the ledger', () => {
  const theses = [
    thesisOf({ version: 3, wrongIf: 'Margins fall', target: '300.00', reviewOn: '2027-01-04', conviction: 'high' }),
  ];
  show({ theses });
  expect(shownAt(words.claim)).toBe('It grows');
  expect(shownAt(words.wrongIf)).toBe('Margins fall');
  expect(shownAt(words.target)).toBe('$300.00');
  expect(shownAt(words.reviewOn)).toBe('04 Jan 2027');
  expect(shownAt(words.conviction)).toBe(words.convictions.high);
  expect(screen.queryByText(words.sector)).toBeNull();
  expect(screen.queryByText(words.stop)).toBeNull();
  const [newest] = theses;
  const written = words.written(3, formatMoment(newest?.writtenAt ?? new Date()));
  expect(screen.getByText(`${written}, ${words.inEntry('2')}`)).toBeDefined();
  expect(screen.getByRole('button', { name: words.edit })).toBeDefined();
});

it('says that there is no thesis if only the lesson of a closed position was written', () => {
  show({ position: closedPosition(), theses: [thesisOf({ claim: undefined, postMortem: 'Too early' })] });
  expect(screen.getByText(words.noThesis)).toBeDefined();
  expect(screen.getByRole('button', { name: words.write })).toBeDefined();
  expect(screen.getByText('Too early')).toBeDefined();
  expect(screen.getByText(/^Version 1, written/).textContent).toContain(words.inEntry('2'));
});

it('shows no ledger entry before there is one', () => {
  show({ theses: [thesisOf({ seq: null })] });
  expect(screen.getByText(/^Version 1, written/).textContent).not.toContain('ledger');
});

it('shows a level adjusted for splits, in the currency of the position', () => {
  const position = openPosition({ currency: 'EUR' });
  show({ position, theses: [thesisOf({ stop: '300.00', adjustedStop: '100.00' })] });
  expect(shownAt(words.stop)).toBe(words.afterSplits('€300.00', '€100.00'));
});

it('keeps earlier versions collapsed below the newest one', async () => {
  const { user } = show({ theses: [thesisOf({ version: 2 }), thesisOf({ claim: 'It shrinks' })] });
  expect(screen.getByText('It shrinks').closest('details')?.open).toBe(false);
  await user.click(screen.getByText(words.earlier));
  expect(screen.getByText('It shrinks').closest('details')?.open).toBe(true);
});

it('shows lessons separately from the thesis', () => {
  show({ position: closedPosition(), theses: [thesisOf({ postMortem: 'Sold too early' })] });
  expect(screen.getByRole('heading', { name: words.postMortem })).toBeDefined();
  expect(screen.getByText('Sold too early')).toBeDefined();
  expect(screen.queryByText(words.postMortemMissing)).toBeNull();
});

it('reminds administrators, but not members, of a closed position without a post-mortem', () => {
  const page = { position: closedPosition(), theses: [thesisOf()] };
  const admin = show(page);
  expect(screen.getByText(words.postMortemMissing)).toBeDefined();
  admin.unmount();
  renderInApp(<ThesisSection page={positionPage(page)} onEdit={undefined} />);
  expect(screen.queryByText(words.postMortemMissing)).toBeNull();
});

it('shows the evidence of the thesis once it is loaded', async () => {
  const evidence = [
    {
      id: '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01',
      statement: 'Deployments doubled.',
      kind: 'page' as const,
      title: 'Storage in 2024',
      url: 'https://www.example.com/storage',
      passage: 'Deployments doubled to 31.4 GWh.',
      claim: 'Storage reached 31.4 GWh.',
      verdict: 'figures' as const,
      checkedAt: '2026-05-04T09:30:00.000Z',
      readAt: '2026-05-04T09:30:00.000Z',
    },
  ];
  show({ theses: [thesisOf({ evidence })] });
  expect(await screen.findByText('Deployments doubled.')).toBeDefined();
  expect(screen.getByRole('heading', { name: evidenceWords.title })).toBeDefined();
});
