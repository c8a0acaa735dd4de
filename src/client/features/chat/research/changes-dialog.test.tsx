import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { formatDateTime } from '~/client/lib/format';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { scheduleWords as words } from '~/client/words/schedules';
import { uiWords } from '~/client/words/ui';
import type { ResearchChange, ResearchChanges, ResearchEvidence } from '~/shared/schemas/research-schedules';
import type { Snapshot } from '~/shared/schemas/snapshots';
import { ChangesDialog } from './changes-dialog';

const researchId = '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01';
const previousAt = new Date('2026-06-01T08:00:00Z');
const url = 'https://ecb.example/rates';
const evidence = (passage: string | null, changes: Partial<ResearchEvidence> = {}): ResearchEvidence => ({
  messageId: 'm1',
  snapshotId: 's1',
  readAt: previousAt,
  title: 'Key rates',
  url,
  passage,
  ...changes,
});
const changed: ResearchChange = {
  kind: 'changed',
  title: 'Key rates',
  url,
  before: evidence('The deposit rate is 2.25%.'),
  after: evidence('The deposit rate is 2.00%.', { snapshotId: 's2' }),
  caveats: [],
};
const found: ResearchChanges = { previousMessageId: 'm1', previousAt, isComplete: true, changes: [changed] };
const snapshot: Snapshot = {
  id: 's2',
  url,
  canonicalUrl: url,
  title: 'Key rates',
  site: 'ECB',
  text: '## Rates\n\nThe deposit rate is 2.00%. Others stay.',
  contentHash: 'f2b1',
  isCut: false,
  readAt: previousAt,
  changedAt: null,
};

function dialog(changes: Partial<ResearchChanges> = {}, answers: FakeResponses = {}) {
  const requests = fakeServer({
    'research.changes': () => ({ ...found, ...changes }),
    'messages.snapshot': () => snapshot,
    ...answers,
  });
  const onClose = vi.fn();
  return { requests, onClose, ...renderInApp(<ChangesDialog researchId={researchId} onClose={onClose} />) };
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));

it("shows a page's earlier and current text, with the differing figures emphasized", async () => {
  const { requests } = dialog();
  const kind = await section(words.kinds.changed);
  expect(kind.getByRole('listitem').textContent).toContain(words.before);
  const marked = kind.getAllByText(/%$/, { selector: 'mark' }).map(({ textContent }) => textContent);
  expect(marked).toEqual(['2.25%', '2.00%']);
  expect(screen.getByText(words.since(formatDateTime(previousAt)))).toBeDefined();
  expect(requests).toEqual([{ path: 'research.changes', input: { id: researchId } }]);
});

it('groups changed, new and removed facts, and counts each', async () => {
  const fresh: ResearchChange = { ...changed, kind: 'new', before: null, url: `${url}/2` };
  dialog({ changes: [fresh, changed, { ...fresh, url: `${url}/3` }, { ...changed, kind: 'gone', url: `${url}/4` }] });
  await section(words.kinds.changed);
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.parentElement?.textContent)).toEqual([
    `${words.kinds.changed}1`,
    `${words.kinds.new}2`,
    `${words.kinds.gone}1`,
  ]);
});

it('shows that a page was not read before, or no longer contains the fact', async () => {
  dialog({ changes: [{ ...changed, kind: 'new', before: null }] });
  expect(await screen.findByText(words.notRead)).toBeDefined();
});

it('shows that the page no longer contains the fact', async () => {
  dialog({ changes: [{ ...changed, kind: 'gone', after: evidence(null) }] });
  expect(await screen.findByText(words.notOnPage)).toBeDefined();
});

it("names both pages of a fact that moved, and why figures can't be compared", async () => {
  const before = evidence('The rate was 2.25%.', { title: 'Old page', url: `${url}/old` });
  dialog({ changes: [{ ...changed, before, caveats: ['unit', 'date'] }] });
  expect(await screen.findByText('Old page')).toBeDefined();
  expect(screen.getByText(words.caveats.unit)).toBeDefined();
  expect(screen.getByText(words.caveats.date)).toBeDefined();
});

it.each([
  ['of the first report that there is nothing to compare', { previousAt: null, changes: [] }, words.noPrevious],
  ['that nothing has changed', { changes: [] }, words.noChanges],
  ['that some sources are still being checked', { isComplete: false }, words.unchecked],
])('shows %s', async (_, changes, text) => {
  dialog(changes);
  expect(await screen.findByText(text)).toBeDefined();
});

it('is busy while the changes are loading', async () => {
  const { onClose, user } = dialog({}, { 'research.changes': () => new Promise(() => {}) });
  expect(screen.getByRole('status', { name: words.loadingChanges }).getAttribute('aria-busy')).toBe('true');
  await user.click(screen.getByRole('button', { name: words.close }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows why the changes failed to load, and tries again', async () => {
  let isDown = true;
  const { user } = dialog(
    {},
    {
      'research.changes': () => {
        if (isDown) throw new ServerError('The service is busy', { httpStatus: 503 });
        return found;
      },
    },
  );
  expect(await screen.findByText('The service is busy')).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  await section(words.kinds.changed);
  expect(screen.queryByText(words.changesFailed)).toBeNull();
});

/** happy-dom has details elements but does not open them on click. */
function openPage() {
  const details = screen.getAllByText(words.showPage).at(-1)?.closest('details');
  if (!details) throw new Error('There is no page to open');
  details.open = true;
  fireEvent(details, new Event('toggle'));
}

it('shows the page as it was read on request, with the passage marked', async () => {
  const { requests } = dialog();
  await section(words.kinds.changed);
  expect(requests.map(({ path }) => path)).not.toContain('messages.snapshot');
  openPage();
  const page = await screen.findByRole('group', { name: words.pageAsRead });
  // Without heading marks.
  expect(page.textContent).toBe('Rates\n\nThe deposit rate is 2.00%. Others stay.');
  expect(page.querySelector('mark')?.textContent).toBe('The deposit rate is 2.00%.');
  // Focusable, because it scrolls.
  expect(page.tabIndex).toBe(0);
});

it("shows why a page can't be displayed", async () => {
  dialog(
    {},
    {
      'messages.snapshot': () => {
        throw new ServerError('This page is gone', { code: 'NOT_FOUND', httpStatus: 404 });
      },
    },
  );
  await section(words.kinds.changed);
  openPage();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This page is gone'));
});
