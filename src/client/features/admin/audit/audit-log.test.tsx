import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AdminAt } from '~/client/testing/admin-at';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { auditWords as words } from '~/client/words/audit';
import { uiWords } from '~/client/words/ui';
import { type AuditEventRow, type AuditKind, auditKinds } from '~/shared/schemas/audit';
import { auditSentence } from './audit-sentence';

const locked: AuditEventRow = {
  id: '2',
  at: new Date('2026-05-04T09:30:00Z'),
  kind: 'account-locked',
  actor: 'grace@example.com',
  actorId: '5a4e3d2c-1b0f-4c8d-9b6f-3f9d2c1b7e4a',
  subject: 'ada@example.com',
  subjectId: null,
  details: { sessionsEnded: 2, isFirst: true, reason: '' },
  ip: '192.0.2.1',
  requestId: 'req-1',
};
const signIn: AuditEventRow = { ...locked, id: '1', kind: 'sign-in', actor: 'ada@example.com', details: {}, ip: null };

/** Replaces IntersectionObserver: the test decides when the end of the page comes into view. */
function log(list: NonNullable<FakeResponses['audit.list']>) {
  let reachEnd = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        reachEnd = () => onChange([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  const requests = fakeServer({ 'audit.list': list });
  const inputs = () => requests.map(({ input }) => input as { person?: string; kind?: string; cursor?: string });
  return { inputs, reachEnd: () => act(() => reachEnd()), ...renderInApp(<AdminAt section="audit" />) };
}
const all = () => ({ items: [locked, signIn], nextCursor: null });

it('shows events, newest first', async () => {
  log(all);
  expect(screen.getByText(words.loading)).toBeDefined();
  const rows = within(await screen.findByRole('list', { name: words.list })).getAllByRole('listitem');
  expect(rows[0]?.textContent).toContain('grace@example.com locked ada@example.com');
  expect(rows[1]?.textContent).toContain('ada@example.com signed in');
});

it('shows an empty state', async () => {
  log(() => ({ items: [], nextCursor: null }));
  expect(await screen.findByText(words.none)).toBeDefined();
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = log(() => {
    if (isDown) throw new ServerError('The service is busy');
    return all();
  });
  expect(await screen.findByText(words.failed)).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await screen.findByText('ada@example.com signed in')).toBeDefined();
});

it('shows all details of an expanded event', async () => {
  log(all);
  const details = (await screen.findByText('grace@example.com locked ada@example.com')).closest('details');
  if (!details) throw new Error('The event does not open');
  expect(screen.queryByText(words.address)).toBeNull();
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const facts = await screen.findAllByRole('term');
  const values = screen.getAllByRole('definition');
  expect(Object.fromEntries(facts.map((fact, at) => [fact.textContent, values[at]?.textContent]))).toEqual({
    [words.kindOf]: words.kinds['account-locked'],
    [words.address]: '192.0.2.1',
    [words.actorId]: locked.actorId,
    [words.requestId]: 'req-1',
    'Sessions ended': '2',
    'Is first': words.yes,
    Reason: words.nothing,
  });
});

it.each([
  ['the command line', 'operator', words.commandLine],
  ['none', 'ada@example.com', words.nothing],
])('shows %s where there is no IP address', async (_what, actor, shown) => {
  log(() => ({ items: [{ ...locked, actor, details: {}, ip: null }], nextCursor: null }));
  const details = (await screen.findByText(/locked ada@example.com/)).closest('details');
  if (!details) throw new Error('The event does not open');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const address = (await screen.findByText(words.address)).nextElementSibling;
  expect(address?.textContent).toBe(shown);
});

it('says how many sessions a user signed out', () => {
  const ended = { ...signIn, kind: 'sessions-ended' as const };
  expect([1, 3].map((count) => auditSentence({ ...ended, details: { count } }))).toEqual([
    'ada@example.com signed out 1 of their sessions',
    'ada@example.com signed out 3 of their sessions',
  ]);
});

it.each([
  ['positions-imported', { count: 1 }, 'imported 1 position'],
  ['positions-imported', { count: 1234 }, 'imported 1,234 positions'],
  ['backup-made', { rows: 1_234_567, files: 1 }, 'made a backup of 1,234,567 rows and 1 file'],
  ['jobs-retried', { count: 1 }, 'retried 1 failed background job'],
  ['jobs-retried', { count: 2000 }, 'retried 2,000 failed background jobs'],
  ['secrets-rotated', { count: 1 }, 're-encrypted 1 stored key with a new secret'],
] as const)('counts in a sentence: %s %o', (kind, details, sentence) => {
  expect(auditSentence({ ...signIn, kind, details })).toBe(`ada@example.com ${sentence}`);
});

it('counts the erased data of an account', () => {
  const erased = { ...signIn, kind: 'account-data-erased' as const, subject: 'bob@example.com' };
  const sentence = (details: AuditEventRow['details']) => auditSentence({ ...erased, details });
  const start = 'All data of the deleted account bob@example.com was erased:';
  expect(sentence({ conversations: 1, messages: 1, files: 1 })).toBe(`${start} 1 conversation, 1 message, 1 file`);
  expect(sentence({ conversations: 2, messages: 1200, files: 0 })).toBe(
    `${start} 2 conversations, 1,200 messages, 0 files`,
  );
});

it('filters by user after typing pauses, and by event type', async () => {
  const { user, inputs } = log(all);
  await screen.findByText('ada@example.com signed in');
  await user.type(screen.getByLabelText(words.emailFilter), ' ada ');
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ person: 'ada' }));
  expect(inputs().filter(({ person }) => person === 'a')).toEqual([]);
  await user.selectOptions(screen.getByLabelText(words.kind), 'sign-in');
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ person: 'ada', kind: 'sign-in' }));
  await user.selectOptions(screen.getByLabelText(words.kind), words.allKinds);
  expect(screen.getByLabelText<HTMLSelectElement>(words.kind).value).toBe('');
});

it('loads the next page when the end comes into view, once', async () => {
  let respond = () => {};
  const { inputs, reachEnd } = log((input) => {
    if (!(input as { cursor?: string }).cursor) return { items: [locked], nextCursor: 'older' };
    return new Promise((resolve) => {
      respond = () => resolve({ items: [signIn], nextCursor: null });
    });
  });
  await screen.findByText('grace@example.com locked ada@example.com');
  reachEnd();
  await waitFor(() => expect(inputs()).toHaveLength(2));
  reachEnd();
  respond();
  expect(await screen.findByText('ada@example.com signed in')).toBeDefined();
  reachEnd();
  expect(inputs().map(({ cursor }) => cursor)).toEqual([undefined, 'older']);
});

it('keeps the loaded events when the next page fails, and retries that page', async () => {
  let isDown = true;
  const { user, reachEnd, inputs } = log((input) => {
    if (!(input as { cursor?: string }).cursor) return { items: [locked], nextCursor: 'older' };
    if (isDown) throw new ServerError('The service is busy');
    return { items: [signIn], nextCursor: null };
  });
  await screen.findByText('grace@example.com locked ada@example.com');
  reachEnd();
  expect(await screen.findByText(words.failed)).toBeDefined();
  expect(screen.getByText('grace@example.com locked ada@example.com')).toBeDefined();
  const before = inputs().length;
  reachEnd();
  expect(inputs()).toHaveLength(before);
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await screen.findByText('ada@example.com signed in')).toBeDefined();
});

it.each([...auditKinds])('has a complete sentence for %s', (kind) => {
  const details = {
    ...{ provider: 'Google', problem: 'no account', group: 'Research', before: 'Old', to: 'New', access: 'read' },
    ...{ state: 'confirmed', decision: 'confirmed', numerator: 2, denominator: 1, collection: 'Policies' },
  };
  const sentence = auditSentence({ ...locked, kind, details });
  expect(sentence).toMatch(/^[\S].*[^ ]$/);
  expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
  expect(words.kinds[kind]).toBeTruthy();
});

it('shows the name of an unknown event kind, and the actor if known', () => {
  const unknown = 'a-newer-kind' as AuditKind;
  expect(auditSentence({ ...locked, kind: unknown })).toBe('grace@example.com a-newer-kind ada@example.com');
  expect(auditSentence({ ...signIn, actor: null })).toBe(`${words.unknownUser} signed in`);
  expect(auditSentence({ ...locked, actor: 'operator' })).toBe(`${words.operator} locked ada@example.com`);
});
