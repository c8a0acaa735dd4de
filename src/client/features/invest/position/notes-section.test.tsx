import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatMoment } from '~/client/lib/format';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { draftWords } from '~/client/words/draft';
import { noteWords as words } from '~/client/words/notes';
import { uiWords } from '~/client/words/ui';
import type { PositionNote } from '~/shared/schemas/position-notes';
import { NotesSection } from './notes-section';

const id = 'a1b2c3d4-0000-4000-8000-000000000001';
const [written, edited] = [new Date('2026-05-04T09:30:00Z'), new Date('2026-05-05T10:00:00Z')];
const note: PositionNote = {
  id: '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01',
  version: 1,
  text: 'Margins **rose**.',
  hash: '0'.repeat(64),
  writtenAt: written,
  createdAt: written,
  author: 'Ada Lovelace',
  mayEdit: true,
  earlier: [],
};
const fails = () => {
  throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
};

function open(answers: FakeResponses = {}, isAdmin = true) {
  const requests = fakeServer({ 'positions.notes': () => [note], ...answers });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  const section = <NotesSection positionId={id} isAdmin={isAdmin} readMarkdown={(text) => <p>{text}</p>} />;
  return { sent, ...renderInApp(section) };
}
const button = (name: string) => screen.findByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('shows that notes are loading, then that there are none', async () => {
  let respond = (_notes: PositionNote[]) => {};
  const { sent } = open({
    'positions.notes': () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  expect(screen.getByRole('status', { name: words.loading })).toBeDefined();
  await waitFor(() => expect(sent('positions.notes')).toHaveLength(1));
  respond([]);
  expect(await screen.findByText(words.none)).toBeDefined();
  expect(screen.queryByRole('status', { name: words.loading })).toBeNull();
});

it('shows why notes could not be loaded, and loads them on Retry', async () => {
  let isDown = true;
  const { user } = open({ 'positions.notes': () => (isDown ? fails() : [note]) });
  expect(await screen.findByText(words.couldNotLoad)).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
  isDown = false;
  await user.click(await button(uiWords.retry));
  expect(await screen.findByText(note.text)).toBeDefined();
});

it('shows a note with its author and date, and only a changed one as edited', async () => {
  const changed = { ...note, id: 'b', author: null, version: 2, writtenAt: edited, text: 'Margins fell.' };
  open({ 'positions.notes': () => [changed, note] });
  const [second, first] = (await screen.findAllByRole('article')).map(({ textContent }) => textContent);
  expect(first).toContain(`Ada Lovelace · ${formatMoment(written)}`);
  expect(first).not.toContain('edited');
  expect(second).toContain(`${formatMoment(written)} · ${words.edited(formatMoment(edited))}`);
});

it('lists earlier versions below the note', async () => {
  const earlier = [{ version: 1, text: 'Margins rise.', hash: note.hash, writtenAt: written }];
  const { user } = open({ 'positions.notes': () => [{ ...note, version: 2, writtenAt: edited, earlier }] });
  await user.click(await screen.findByText(words.earlier));
  expect(screen.getByText(words.version(1, formatMoment(written)))).toBeDefined();
  expect(screen.getByText('Margins rise.')).toBeDefined();
});

it("shows members no actions, and administrators none on another user's note", async () => {
  const reader = open({ 'positions.notes': () => [{ ...note, mayEdit: false }] }, false);
  await screen.findByText(note.text);
  expect(screen.queryByRole('button')).toBeNull();
  reader.unmount();
  open({ 'positions.notes': () => [{ ...note, mayEdit: false }] });
  await screen.findByText(note.text);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([words.add]);
});

it('adds a note, and reloads the list', async () => {
  const { user, sent } = open({ 'positions.addNote': () => note });
  await user.click(await button(words.add));
  const form = await dialog(words.add);
  await user.type(form.getByLabelText(words.text), 'Margins **rose**.');
  await user.click(form.getByRole('button', { name: words.save }));
  expect(await screen.findByText(words.saved)).toBeDefined();
  expect(sent('positions.addNote')).toEqual([{ id, text: 'Margins **rose**.' }]);
  await waitFor(() => expect(sent('positions.notes').length).toBeGreaterThan(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('keeps an unsaved note after Escape, until it is saved or discarded', async () => {
  const { user } = open({ 'positions.addNote': () => note });
  const textOf = async () => (await dialog(words.add)).getByLabelText<HTMLTextAreaElement>(words.text);
  await user.click(await button(words.add));
  await user.type(await textOf(), 'Margins rose.{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await button(words.add));
  expect((await textOf()).value).toBe('Margins rose.');
  expect(screen.getByText(draftWords.restored)).toBeDefined();
  await user.click(await button(uiWords.cancel));
  await user.click(await button(words.add));
  expect((await textOf()).value).toBe('');
  await user.type(await textOf(), 'Margins fell.');
  await user.click(await button(words.save));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await button(words.add));
  expect((await textOf()).value).toBe('');
  expect(screen.queryByText(draftWords.restored)).toBeNull();
});

it('rejects an empty note', async () => {
  const { user, sent } = open();
  await user.click(await button(words.add));
  const form = await dialog(words.add);
  await user.type(form.getByLabelText(words.text), '   ');
  await user.click(form.getByRole('button', { name: words.save }));
  await waitFor(() => expect(errorOf(form.getByLabelText(words.text))).toContain('Note is empty'));
  expect(sent('positions.addNote')).toEqual([]);
});

it('sends the version it edits, and keeps the text if another change came first', async () => {
  const { user, sent } = open({
    'positions.notes': () => [{ ...note, version: 3 }],
    'positions.editNote': () => {
      throw new ServerError('The note was changed since', { code: 'CONFLICT', httpStatus: 409 });
    },
  });
  await user.click(await button(words.editShort));
  const form = await dialog(words.edit);
  const field = form.getByLabelText<HTMLTextAreaElement>(words.text);
  expect(field.value).toBe(note.text);
  await user.type(field, ' Again.');
  await user.click(form.getByRole('button', { name: words.save }));
  expect(await screen.findByText('The note was changed since')).toBeDefined();
  expect(sent('positions.editNote')).toEqual([{ id, noteId: note.id, version: 3, text: 'Margins **rose**. Again.' }]);
  expect(field.value).toBe('Margins **rose**. Again.');
});

it('deletes a note only after a confirmation', async () => {
  const { user, sent } = open({ 'positions.deleteNote': () => ({ message: 'Deleted' }) });
  await user.click(await button(words.deleteShort));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(words.deleteBody)).toBeDefined();
  await user.click(question.getByRole('button', { name: uiWords.cancel }));
  expect(sent('positions.deleteNote')).toEqual([]);
  await user.click(await button(words.deleteShort));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.delete }));
  expect(await screen.findByText(words.deleted)).toBeDefined();
  expect(sent('positions.deleteNote')).toEqual([{ id, noteId: note.id }]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('stays open if a note could not be deleted', async () => {
  const { user } = open({ 'positions.deleteNote': fails });
  await user.click(await button(words.deleteShort));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.delete }));
  expect(await screen.findByText('The service is busy')).toBeDefined();
  expect(screen.getByRole('alertdialog').textContent).toContain(words.deleteBody);
});
