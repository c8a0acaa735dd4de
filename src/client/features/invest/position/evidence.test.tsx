/** Evidence in the thesis form: choosing sources, describing them, and saving. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { pageEvidence } from '~/client/testing/position-pages';
import { openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { evidenceWords as words } from '~/client/words/evidence';
import { positionWords } from '~/client/words/position';
import { tableWords } from '~/client/words/tables';
import { uiWords } from '~/client/words/ui';
import type { EvidenceSource } from '~/shared/schemas/evidence';
import type { PositionPage, Thesis } from '~/shared/schemas/theses';
import { EvidenceList } from './evidence-list';
import { ThesisDialog } from './thesis-dialog';
import { ThesisDialogWithSource } from './thesis-dialog-with-source';

const id = '9a1f6a52-55d4-4f4f-8f0e-6f7b0b8b7f11';
const date = new Date('2026-05-04T09:30:00Z');
const source: EvidenceSource = {
  messageId: '5b4a3c2d-1e0f-4a9b-8c7d-6e5f4a3b2c1d',
  citation: 'a'.repeat(32),
  conversation: { id: '7a0c0f0e-5d1b-4b52-9a53-1f1f3b0b7c11', title: 'Margins' },
  answeredAt: date,
  kind: 'file',
  title: 'report.pdf',
  page: 3,
  passage: 'Margins rose',
  claim: 'It says "Margins fell".',
  verdict: 'differs',
  missing: ['fell'],
  checkedAt: date.toISOString(),
};
const thesis: Thesis = {
  version: 1,
  writtenAt: date,
  text: '{}',
  hash: '0'.repeat(64),
  seq: 2,
  evidence: [pageEvidence],
  claim: 'It grows',
};
const page: PositionPage = {
  position: openPosition({ id, avgEntryPrice: '100.00', latestPrice: undefined, gainsPercent: undefined }),
  course: { method: '', benchmark: 'SPY', leftOut: [], points: [] },
  splits: [],
  dividends: [],
  theses: [thesis],
  entries: [],
};

const press = (name: string) => screen.getByRole('button', { name });

function open(answers: FakeResponses) {
  const requests = fakeServer({ 'positions.writeThesis': () => thesis, ...answers });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, ...renderInApp(<ThesisDialog page={page} onClose={() => {}} />) };
}

async function openPicker(answers: FakeResponses) {
  const opened = open(answers);
  await opened.user.click(press(words.add));
  return { ...opened, picker: within(await screen.findByRole('dialog', { name: words.choose })) };
}

it('saves kept and newly chosen evidence, once each source has a statement', async () => {
  const { user, sent, picker } = await openPicker({
    'positions.evidenceSources': () => ({ items: [source], nextCursor: null }),
  });
  await user.click(await picker.findByRole('button', { name: words.useOf('report.pdf') }));
  expect(screen.queryByRole('dialog', { name: words.choose })).toBeNull();
  const statement = screen.getByLabelText<HTMLTextAreaElement>(words.statementOf('report.pdf'));
  await user.click(press(positionWords.save));
  await waitFor(() => expect(errorOf(statement)).toContain(words.statementMissing));
  await waitFor(() => expect(document.activeElement).toBe(statement));
  expect(sent('positions.writeThesis')).toEqual([]);
  await user.type(statement, 'Margins are disputed.');
  await user.click(press(positionWords.save));
  await waitFor(() => expect(sent('positions.writeThesis')).toHaveLength(1));
  const { messageId, citation } = source;
  expect(sent('positions.writeThesis')[0]).toMatchObject({
    id,
    version: 1,
    claim: 'It grows',
    evidence: [
      { id: pageEvidence.id, statement: 'Deployments doubled.' },
      { messageId, citation, statement: 'Margins are disputed.' },
    ],
  });
});

it('removes evidence, and does not offer a chosen source again', async () => {
  const { user, sent, picker } = await openPicker({
    'positions.evidenceSources': () => ({ items: [source], nextCursor: null }),
  });
  await user.click(await picker.findByRole('button', { name: words.useOf('report.pdf') }));
  await user.click(press(words.add));
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: words.useOf('report.pdf') });
  expect([again.disabled, again.textContent]).toEqual([true, words.added]);
  await user.click(press(words.cancelChoice));
  await user.click(press(words.removeOf('report.pdf')));
  await user.click(press(words.removeOf(pageEvidence.title)));
  await user.click(press(positionWords.save));
  await waitFor(() => expect(sent('positions.writeThesis')).toMatchObject([{ evidence: [] }]));
});

it('searches the sources and loads more of them', async () => {
  const { user, sent, picker } = await openPicker({
    'positions.evidenceSources': (input) => {
      const { search, cursor } = input as { search?: string; cursor?: string };
      if (search) return { items: [], nextCursor: null };
      const title = cursor ? 'second.pdf' : 'first.pdf';
      return { items: [{ ...source, title, citation: title }], nextCursor: cursor ? null : 'next' };
    },
  });
  await picker.findByText('first.pdf');
  await user.click(picker.getByRole('button', { name: tableWords.loadMore }));
  expect(await picker.findByText('second.pdf')).toBeDefined();
  expect(picker.queryByRole('button', { name: tableWords.loadMore })).toBeNull();
  await user.type(picker.getByLabelText(words.search), 'margins');
  expect(await picker.findByText(words.nothingFound)).toBeDefined();
  expect(sent('positions.evidenceSources').at(-1)).toMatchObject({ search: 'margins' });
});

it('shows that sources are loading, that there are none, and that they could not be loaded', async () => {
  let respond: () => Promise<{ items: EvidenceSource[]; nextCursor: null }> = () => new Promise(() => {});
  const first = await openPicker({ 'positions.evidenceSources': () => respond() });
  expect(first.picker.getByRole('status', { name: words.loading })).toBeDefined();
  first.unmount();
  respond = () => Promise.reject(new ServerError('The server is busy'));
  const second = await openPicker({ 'positions.evidenceSources': () => respond() });
  expect(await second.picker.findByText('The server is busy')).toBeDefined();
  respond = () => Promise.resolve({ items: [], nextCursor: null });
  await second.user.click(second.picker.getByRole('button', { name: 'Retry' }));
  expect(await second.picker.findByText(words.none)).toBeDefined();
});

it('offers to retry if the source from the chat could not be loaded, and opens the form with it', async () => {
  let respond: () => Promise<{ items: EvidenceSource[]; nextCursor: null }> = () =>
    Promise.reject(new ServerError('The server is busy'));
  fakeServer({ 'positions.evidenceSources': () => respond() });
  const { messageId, citation } = source;
  const reference = { messageId, citation };
  const { user } = renderInApp(<ThesisDialogWithSource page={page} reference={reference} onClose={() => {}} />);
  const dialog = within(await screen.findByRole('dialog', { name: words.sourceFailed }));
  expect(dialog.getByText('The server is busy')).toBeDefined();
  let finish = () => {};
  respond = () =>
    new Promise((resolve) => {
      finish = () => resolve({ items: [source], nextCursor: null });
    });
  await user.click(dialog.getByRole('button', { name: uiWords.retry }));
  await dialog.findByRole('button', { name: words.retrying });
  await waitFor(() => {
    finish();
    expect(screen.getByRole('dialog', { name: positionWords.edit })).toBeDefined();
  });
  expect(screen.getByLabelText(words.statementOf('report.pdf'))).toBeDefined();
});

it('closes instead of retrying', async () => {
  fakeServer({ 'positions.evidenceSources': () => Promise.reject(new ServerError('The server is busy')) });
  const onClose = vi.fn();
  const { user } = renderInApp(<ThesisDialogWithSource page={page} reference={source} onClose={onClose} />);
  await user.click(await screen.findByRole('button', { name: uiWords.cancel }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows each source with its passage, verdict and the checks made', () => {
  const { messageId, citation: _citation, conversation, answeredAt: _time, ...facts } = source;
  const origin = { conversationId: conversation.id, messageId };
  const file = { ...facts, id: pageEvidence.id.replace('4', '5'), statement: 'Margins are disputed.', origin };
  renderInApp(<EvidenceList evidence={[pageEvidence, file]} />);
  const [first, second] = screen.getAllByRole('listitem').map((item) => within(item));
  const link = first?.getByRole('link');
  expect(link?.getAttribute('href')).toBe(
    'https://www.example.com/storage#:~:text=Deployments%20doubled%20to%2031.4%20GWh.',
  );
  expect(first?.getByText('Figures found')).toBeDefined();
  expect(first?.getByText('example.com · As read on 04 May 2026')).toBeDefined();
  expect(second?.getByText('Differs from the source')).toBeDefined();
  expect(second?.getByText('Page 3 · Checked on 04 May 2026')).toBeDefined();
  expect(second?.getByText('Not in the source: fell')).toBeDefined();
  expect(second?.getByRole('link', { name: words.openConversation }).getAttribute('href')).toBe(
    `/qchat?c=${conversation.id}`,
  );
});

it('shows only the check result of a file that the user may not read', () => {
  const { id, statement, verdict, checkedAt } = pageEvidence;
  renderInApp(
    <EvidenceList
      evidence={[{ id, statement, verdict, checkedAt, kind: 'file', title: 'Private file', isPrivate: true }]}
    />,
  );
  const item = within(screen.getByRole('listitem'));
  expect(item.getByText('Private file')).toBeDefined();
  expect(item.getByText(words.privateFile)).toBeDefined();
});
