/** Notes about a position, and lessons learned at its closing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { createChainCheck } from '~/shared/ledger-chain';
import { limits } from '~/shared/limits';
import { sha256 } from '~/shared/sha256';

let server: TestServer;
let admin: TestUser;
let other: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
  other = await signUp(server.deps, { isAdmin: true });
  member = await signUp(server.deps);
});
afterAll(() => server.close());

const newPosition = async () => {
  const bought = { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '100', purchaseDate: '2026-01-05T00:00:00.000Z' };
  return (await admin.call.positions.add(bought)).id;
};
const unknown = crypto.randomUUID();

describe('a note', () => {
  it('keeps its text from before it was edited, and its hashes are in the ledger', async () => {
    const id = await newPosition();
    const first = await admin.call.positions.addNote({ id, text: 'Margins **fell**.' });
    expect(first).toMatchObject({ version: 1, hash: sha256('Margins **fell**.'), mayEdit: true, earlier: [] });
    const edited = await admin.call.positions.editNote({ id, noteId: first.id, version: 1, text: 'Margins rose.' });
    expect(edited).toMatchObject({ version: 2, text: 'Margins rose.', earlier: [{ text: 'Margins **fell**.' }] });
    expect(await member.call.positions.notes({ id })).toEqual([{ ...edited, mayEdit: false }]);
    const { entries } = await member.call.positions.get({ id });
    expect(entries.map(({ kind }) => kind)).toEqual(['note', 'note', 'opened']);
    expect(entries[0]?.body).toContain(`"hash":"${edited.hash}"`);
    const ledger = await member.call.trackRecord.ledger();
    expect(JSON.stringify(ledger)).not.toContain('Margins');
    const check = createChainCheck();
    check.add(ledger.entries);
    expect(check.state.brokenAt).toBeNull();
  });

  it('can be changed and deleted only by its author, and is not found for others', async () => {
    const id = await newPosition();
    const { id: noteId } = await admin.call.positions.addNote({ id, text: 'Mine' });
    for (const user of [other, member]) {
      const change = { id, noteId, version: 1, text: 'Yours' };
      const known = await user.call.positions.editNote(change).catch(String);
      expect(await user.call.positions.editNote({ ...change, noteId: unknown }).catch(String)).toBe(known);
      await expect(user.call.positions.deleteNote({ id, noteId })).rejects.toThrow();
    }
    await expect(admin.call.positions.deleteNote({ id: await newPosition(), noteId })).rejects.toThrow(
      'Note not found',
    );
    await admin.call.positions.deleteNote({ id, noteId });
    expect(await member.call.positions.notes({ id })).toEqual([]);
    expect(await server.deps.db.positionNoteVersion.count({ where: { noteId } })).toBe(0);
  });

  it('does not overwrite a newer version, and rejects empty, unchanged and too long texts', async () => {
    const id = await newPosition();
    const { id: noteId } = await admin.call.positions.addNote({ id, text: 'One' });
    const edit = (version: number, text: string) => admin.call.positions.editNote({ id, noteId, version, text });
    await edit(1, 'Two');
    await expect(edit(1, 'Three')).rejects.toThrow(/changed in another window/);
    await expect(edit(2, ' Two ')).rejects.toThrow('Nothing was changed.');
    await expect(edit(2, ' ')).rejects.toThrow('Note is empty');
    await expect(edit(2, 'x'.repeat(limits.noteCharacters + 1))).rejects.toThrow(/characters or fewer/);
    await expect(admin.call.positions.addNote({ id: unknown, text: 'x' })).rejects.toThrow('Position not found');
    await expect(member.call.positions.notes({ id: unknown })).rejects.toThrow('Position not found');
  });

  it("stays without a name if its author's account is deleted", async () => {
    const leaving = await signUp(server.deps, { isAdmin: true });
    const id = await newPosition();
    await leaving.call.positions.addNote({ id, text: 'Still true' });
    await server.deps.db.user.delete({ where: { id: leaving.user.id } });
    expect(await member.call.positions.notes({ id })).toMatchObject([{ text: 'Still true', author: null }]);
  });
});

describe('closing a position', () => {
  it('stores the lessons as a version of the thesis, with the rest of it', async () => {
    const id = await newPosition();
    await admin.call.positions.writeThesis({ id, version: 0, claim: 'Storage grows' });
    await admin.call.positions.close({ id, closePrice: '80.00', postMortem: 'Sell when the thesis breaks.' });
    const { theses, entries } = await member.call.positions.get({ id });
    expect(theses[0]).toMatchObject({ version: 2, claim: 'Storage grows', postMortem: 'Sell when the thesis breaks.' });
    expect(entries.map(({ kind }) => kind)).toEqual(['thesis', 'closed', 'thesis', 'opened']);
  });

  it('requires no lessons', async () => {
    const id = await newPosition();
    await admin.call.positions.close({ id, closePrice: '80.00', postMortem: ' ' });
    expect((await member.call.positions.get({ id })).theses).toEqual([]);
  });
});
