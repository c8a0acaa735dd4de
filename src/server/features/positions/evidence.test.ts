/** Evidence for a thesis: whose sources can be used, what is copied from them, and who sees where it comes from. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeSnapshot } from '~/server/features/citations/pages/snapshot-store';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { checkChain } from '~/shared/ledger-chain';
import { limits } from '~/shared/limits';
import type { Citation } from '~/shared/schemas/citations';
import { sha256 } from '~/shared/sha256';
import { exportedEvidence } from './evidence';

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

const unknown = '00000000-0000-4000-8000-000000000000';
const checkedAt = '2026-05-04T09:30:00.000Z';
const content = '- Storage doubled to 31.4 GWh. Margins fell.';
const storagePage: Citation = {
  source: 'example.com',
  url: 'https://example.com/storage',
  title: 'Storage in 2024',
  start: 0,
  end: 30,
  check: { verdict: 'figures', passage: 'Deployments doubled to 31.4 GWh in 2024.', checkedAt },
};
const marginsFile: Citation = {
  source: 'report.pdf',
  title: 'report.pdf, page 3',
  page: 3,
  start: 31,
  end: 44,
  quote: 'Margins fell',
  check: { verdict: 'differs', missing: ['fell'], passage: 'Margins rose', checkedAt },
};

let minute = 0;

async function answerOf(
  { user }: TestUser,
  citations: Citation[],
  { title = 'Storage', temporaryUntil = null as Date | null } = {},
) {
  const { db } = server.deps;
  const conversation = await db.conversation.create({ data: { userId: user.id, title, temporaryUntil } });
  const { id } = await db.message.create({
    data: {
      conversationId: conversation.id,
      role: 'assistant',
      content,
      metadata: { citations: JSON.parse(JSON.stringify(citations)) },
      createdAt: new Date(Date.UTC(2026, 4, 4, 10, minute++)),
    },
  });
  return { messageId: id, conversationId: conversation.id };
}

const fileText = 'Margins rose.';

async function fileOf({ user }: TestUser) {
  const id = randomUUID();
  await server.deps.db.storedObject.create({
    data: { id, userId: user.id, name: 'report.pdf', extractedText: fileText },
  });
  return id;
}

/** An answer with a snapshot of its page, and a file. */
async function answerWithPage(user: TestUser) {
  const answer = await answerOf(user, []);
  const text = 'Deployments doubled to 31.4 GWh in 2024. And more.';
  const readAt = new Date('2026-05-04T09:00:00Z');
  const url = storagePage.url as string;
  const page = { url, canonicalUrl: url, title: 'Storage in 2024', site: 'Example', text, readAt };
  const stored = await storeSnapshot(server.deps.db, answer.messageId, page as never);
  const check = { ...storagePage.check, snapshotId: stored?.id };
  const objectId = await fileOf(user);
  const citations = JSON.parse(
    JSON.stringify([
      { ...storagePage, check },
      { ...marginsFile, objectId },
    ]),
  );
  await server.deps.db.message.update({ where: { id: answer.messageId }, data: { metadata: { citations } } });
  return { ...answer, text, readAt };
}

const newPosition = async () =>
  (
    await admin.call.positions.add({
      name: 'Tesla',
      ticker: 'TSLA',
      avgEntryPrice: '100',
      purchaseDate: '2026-01-05T00:00:00.000Z',
    })
  ).id;

const sourcesOf = async (user: TestUser, messageId: string) => {
  const { items } = await user.call.positions.evidenceSources({ limit: 100 });
  return items.filter((source) => source.messageId === messageId).map(({ citation }) => ({ messageId, citation }));
};

describe('the list of sources', () => {
  it("contains only the checked sources of the user's own answers, newest answer first", async () => {
    const reader = await signUp(server.deps, { isAdmin: true });
    const { messageId } = await answerOf(reader, [storagePage, marginsFile]);
    const later = await answerOf(reader, [{ ...marginsFile, source: 'later.pdf' }], { title: 'Later' });
    await answerOf(reader, [storagePage], { temporaryUntil: new Date('2099-01-01') });
    await answerOf(reader, [
      { ...storagePage, check: undefined },
      { ...storagePage, check: { verdict: 'pending', checkedAt } },
      { source: 'Your files', quote: 'Said nowhere', check: { verdict: 'absent', checkedAt } },
    ] as Citation[]);
    const { items, nextCursor } = await reader.call.positions.evidenceSources({});
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      { messageId: later.messageId, conversation: { id: later.conversationId, title: 'Later' }, title: 'later.pdf' },
      {
        messageId,
        kind: 'page',
        title: 'Storage in 2024',
        url: 'https://example.com/storage',
        passage: 'Deployments doubled to 31.4 GWh in 2024.',
        claim: 'Storage doubled to 31.4 GWh.',
        verdict: 'figures',
      },
      { kind: 'file', title: 'report.pdf', page: 3, passage: 'Margins rose', verdict: 'differs', missing: ['fell'] },
    ]);
    expect((await other.call.positions.evidenceSources({})).items).toEqual([]);
    await expect(member.call.positions.evidenceSources({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('can be searched by words, and is paged', async () => {
    const reader = await signUp(server.deps, { isAdmin: true });
    const first = await answerOf(reader, [storagePage, marginsFile]);
    const second = await answerOf(reader, [storagePage, marginsFile]);
    const read = (input: object) => reader.call.positions.evidenceSources(input);
    const titles: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await read({ limit: 1, cursor });
      titles.push(...page.items.map(({ messageId, title }) => `${messageId === first.messageId ? 1 : 2} ${title}`));
      cursor = page.nextCursor;
    } while (cursor);
    expect(titles).toEqual(['2 Storage in 2024', '2 report.pdf', '1 Storage in 2024', '1 report.pdf']);
    const found = await read({ search: 'RISEN rose' });
    expect(found.items).toEqual([]);
    expect((await read({ search: 'REPORT rose' })).items.map(({ messageId }) => messageId)).toEqual([
      second.messageId,
      first.messageId,
    ]);
    expect((await read({ messageId: first.messageId })).items.map(({ messageId }) => messageId)).toEqual([
      first.messageId,
      first.messageId,
    ]);
    const foreign = await answerOf(other, [storagePage]);
    expect((await read({ messageId: foreign.messageId })).items).toEqual([]);
    await expect(read({ cursor: 'x.1' })).rejects.toThrow('Invalid cursor');
    await expect(read({ cursor: '1' })).rejects.toThrow('Invalid cursor');
  });
});

describe('evidence', () => {
  it('is a copy that stays when the conversation is deleted, and its hash is in the ledger with that of the thesis', async () => {
    const id = await newPosition();
    const { messageId, conversationId, text, readAt } = await answerWithPage(admin);
    const [page, file] = await sourcesOf(admin, messageId);
    const written = await admin.call.positions.writeThesis({
      id,
      version: 0,
      claim: 'Storage grows',
      evidence: [
        { ...(page as NonNullable<typeof page>), statement: ' Deployments doubled. ' },
        { ...(file as NonNullable<typeof file>), statement: 'Margins are disputed.' },
      ],
    });
    const origin = { conversationId, messageId };
    expect(written.evidence).toMatchObject([
      { statement: 'Deployments doubled.', kind: 'page', readAt: readAt.toISOString(), textHash: sha256(text), origin },
      {
        statement: 'Margins are disputed.',
        kind: 'file',
        title: 'report.pdf',
        page: 3,
        verdict: 'differs',
        textHash: sha256(fileText),
        origin,
      },
    ]);
    const copies = written.evidence.map(({ origin: _, ...copy }) => copy);
    expect(JSON.parse(written.evidenceText as string)).toEqual(copies);
    expect(written.evidenceText).not.toContain(conversationId);
    expect(written.evidenceHash).toBe(sha256(written.evidenceText as string));
    expect(written.hash).toBe(sha256('{"claim":"Storage grows"}'));

    await admin.call.conversations.delete({ conversationId });
    const read = async (user: TestUser) => (await user.call.positions.get({ id })).theses[0];
    expect(await read(admin)).toMatchObject({ evidence: copies, evidenceText: written.evidenceText });
    expect((await read(member))?.evidence[0]).toEqual(copies[0]);
    expect(await server.deps.db.evidenceOrigin.count({ where: { positionId: id } })).toBe(0);
    const { entries } = await member.call.trackRecord.ledger();
    expect(checkChain(entries).brokenAt).toBeNull();
    const body = JSON.parse(entries.find(({ seq }) => seq === written.seq)?.body as string);
    expect(body.facts).toEqual({ position: id, version: 1, hash: written.hash, evidence: written.evidenceHash });
    expect(JSON.stringify(entries)).not.toContain('Deployments doubled');
  });

  it('shows the answer it comes from only to the user who added it', async () => {
    const id = await newPosition();
    const { messageId, conversationId } = await answerOf(admin, [storagePage]);
    const [source] = await sourcesOf(admin, messageId);
    const evidence = [{ ...(source as NonNullable<typeof source>), statement: 'It doubled' }];
    await admin.call.positions.writeThesis({ id, version: 0, evidence });
    for (const user of [member, other]) {
      const page = JSON.stringify(await user.call.positions.get({ id }));
      expect(page).toContain('It doubled');
      expect(page).not.toContain(messageId);
      expect(page).not.toContain(conversationId);
    }
    expect(JSON.stringify(await admin.call.positions.get({ id }))).toContain(messageId);
    await admin.call.conversations.discard({ conversationIds: [conversationId] });
    expect(JSON.stringify(await admin.call.positions.get({ id }))).not.toContain(messageId);
  });

  it('from a file outside of collections shows its content only to the user who added it', async () => {
    const id = await newPosition();
    const { messageId } = await answerWithPage(admin);
    const [, file] = await sourcesOf(admin, messageId);
    const evidence = [{ ...(file as NonNullable<typeof file>), statement: 'Margins are disputed.' }];
    const written = await admin.call.positions.writeThesis({ id, version: 0, evidence });
    expect(written.evidence[0]).toMatchObject({ title: 'report.pdf', passage: 'Margins rose', page: 3 });
    for (const user of [member, other]) {
      const [thesis] = (await user.call.positions.get({ id })).theses;
      const { id: evidenceId } = written.evidence[0] ?? {};
      expect(thesis?.evidence).toEqual([
        {
          id: evidenceId,
          statement: 'Margins are disputed.',
          kind: 'file',
          title: 'Private file',
          verdict: 'differs',
          checkedAt,
          isPrivate: true,
        },
      ]);
      expect(thesis).not.toHaveProperty('evidenceText');
      expect(thesis?.evidenceHash).toBe(written.evidenceHash);
      const all = JSON.stringify([
        await user.call.positions.get({ id }),
        await user.call.positions.export({ format: 'csv' }),
        await user.call.positions.export({ format: 'json' }),
        await user.call.trackRecord.ledger(),
      ]);
      for (const secret of ['report', 'Margins rose', 'Margins fell', sha256(fileText)])
        expect(all).not.toContain(secret);
    }
    // Another administrator keeps it in a later version without seeing it.
    const kept = [{ id: written.evidence[0]?.id as string, statement: 'Margins rose less.' }];
    const [reworded] = (await other.call.positions.writeThesis({ id, version: 1, evidence: kept })).evidence;
    expect(reworded).toMatchObject({ title: 'Private file', isPrivate: true });
    const [own] = (await admin.call.positions.get({ id })).theses;
    expect(own?.evidence[0]).toMatchObject({
      title: 'report.pdf',
      passage: 'Margins rose',
      statement: kept[0]?.statement,
    });
  });

  it('from a document shows its content to users who can read its collection, while they can', async () => {
    const id = await newPosition();
    const { id: collectionId } = await admin.call.collections.create({ name: 'Research' });
    const document = await server.deps.db.collectionDocument.create({
      data: { collectionId, title: 'Research note', content: fileText },
    });
    const share = (scope: 'personal' | 'organization') =>
      server.deps.db.collection.update({ where: { id: collectionId }, data: { scope } });
    const { messageId } = await answerOf(admin, [{ ...marginsFile, documentId: document.id }]);
    const [source] = await sourcesOf(admin, messageId);
    const evidence = [{ ...(source as NonNullable<typeof source>), statement: 'Disputed' }];
    const written = await admin.call.positions.writeThesis({ id, version: 0, evidence });
    expect(written.evidence[0]?.textHash).toBe(sha256(fileText));
    const passageFor = async (user: TestUser) =>
      (await user.call.positions.get({ id })).theses[0]?.evidence[0]?.passage;
    expect([await passageFor(member), await passageFor(other)]).toEqual([undefined, undefined]);
    await share('organization');
    expect([await passageFor(member), await passageFor(other)]).toEqual(['Margins rose', 'Margins rose']);
    await server.deps.db.message.delete({ where: { id: messageId } });
    expect([await passageFor(admin), await passageFor(member)]).toEqual(['Margins rose', 'Margins rose']);
    const own = await exportedEvidence(server.deps, admin.user.id);
    const copy = expect.objectContaining({ statement: 'Disputed', passage: 'Margins rose' });
    expect(own).toContainEqual(expect.objectContaining({ messageId: null, evidence: copy }));
    await share('personal');
    expect([await passageFor(admin), await passageFor(member)]).toEqual(['Margins rose', undefined]);
    await share('organization');
    await server.deps.db.collectionDocument.delete({ where: { id: document.id } });
    expect([await passageFor(admin), await passageFor(member)]).toEqual(['Margins rose', undefined]);
  });

  it("can't be created from sources of other users, which are reported as not found", async () => {
    const id = await newPosition();
    const { messageId } = await answerOf(other, [storagePage]);
    const [source] = await sourcesOf(other, messageId);
    const { citation = '' } = source ?? {};
    const temporary = await answerOf(admin, [storagePage], { temporaryUntil: new Date('2099-01-01') });
    for (const given of [
      { messageId, citation },
      { messageId: unknown, citation },
      { messageId: temporary.messageId, citation },
    ])
      await expect(
        admin.call.positions.writeThesis({ id, version: 0, evidence: [{ ...given, statement: 'x' }] }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Source not found. Choose it again.' });
    expect((await member.call.positions.get({ id })).theses).toEqual([]);
  });

  it("never contains the hash of another user's file", async () => {
    const id = await newPosition();
    const objectId = await fileOf(other);
    const { messageId } = await answerOf(admin, [{ ...marginsFile, objectId }]);
    const [source] = await sourcesOf(admin, messageId);
    const evidence = [{ ...(source as NonNullable<typeof source>), statement: 'x' }];
    const written = await admin.call.positions.writeThesis({ id, version: 0, evidence });
    expect(written.evidence[0]).not.toHaveProperty('textHash');
  });

  it('can be kept, reworded and removed by later versions', async () => {
    const id = await newPosition();
    const { messageId } = await answerOf(admin, [storagePage, marginsFile]);
    const sources = await sourcesOf(admin, messageId);
    const first = await admin.call.positions.writeThesis({
      id,
      version: 0,
      claim: 'One',
      evidence: sources.map((source) => ({ ...source, statement: 'As added' })),
    });
    const [page] = first.evidence;
    const pageId = page?.id as string;
    const kept = await other.call.positions.writeThesis({ id, version: 1, claim: 'Two' });
    expect(kept.evidenceHash).toBe(first.evidenceHash);
    const reworded = await other.call.positions.writeThesis({
      id,
      version: 2,
      claim: 'Two',
      evidence: [{ id: pageId, statement: 'Reworded' }],
    });
    expect(reworded.evidence).toEqual([{ ...page, statement: 'Reworded', origin: undefined }]);
    await expect(
      admin.call.positions.writeThesis({
        id,
        version: 3,
        claim: 'Two',
        evidence: [{ id: pageId, statement: 'Reworded' }],
      }),
    ).rejects.toThrow('Nothing was changed');
    const gone = first.evidence[1]?.id as string;
    await expect(
      admin.call.positions.writeThesis({ id, version: 3, claim: 'Two', evidence: [{ id: gone, statement: 'Back' }] }),
    ).rejects.toThrow('Evidence not found');
    await admin.call.positions.close({ id, closePrice: '90', postMortem: 'Too early' });
    const closed = await admin.call.positions.writeThesis({ id, version: 4, claim: 'Three', evidence: [] });
    expect(closed).toMatchObject({ evidence: [] });
    expect(closed).not.toHaveProperty('evidenceHash');
    const { theses } = await member.call.positions.get({ id });
    expect(theses.map(({ evidence }) => evidence.map(({ statement }) => statement))).toEqual([
      [],
      ['Reworded'],
      ['Reworded'],
      ['As added', 'As added'],
      ['As added', 'As added'],
    ]);
    expect(theses[1]).toMatchObject({ postMortem: 'Too early', evidenceHash: reworded.evidenceHash });
  });

  it('is limited in number and length', async () => {
    const id = await newPosition();
    const { messageId } = await answerOf(admin, [storagePage]);
    const [source] = await sourcesOf(admin, messageId);
    const given = source as NonNullable<typeof source>;
    const write = (evidence: object[]) =>
      admin.call.positions.writeThesis({ id, version: 0, evidence: evidence as never });
    const max = limits.thesisEvidence;
    await expect(write(Array.from({ length: max + 1 }, () => ({ ...given, statement: 'x' })))).rejects.toThrow(
      `at most ${max} sources`,
    );
    await expect(write([{ ...given, statement: ' ' }])).rejects.toThrow('Write what this source shows');
    await expect(write([{ ...given, statement: 'x'.repeat(limits.statementCharacters + 1) }])).rejects.toThrow(
      'characters or fewer',
    );
    await expect(
      write([
        { id: unknown, statement: 'x' },
        { id: unknown, statement: 'y' },
      ]),
    ).rejects.toThrow('The same evidence is given twice');
    const long = { ...storagePage, check: { ...storagePage.check, passage: 'x'.repeat(5000) } } as Citation;
    const [longSource] = await sourcesOf(admin, (await answerOf(admin, [long])).messageId);
    const { evidence } = await write([{ ...longSource, statement: 'Long' }]);
    expect(evidence[0]?.passage).toHaveLength(limits.evidencePassageCharacters);
  });

  it('is readable in exports, and ignored by imports', async () => {
    const id = await newPosition();
    const { messageId } = await answerOf(admin, [marginsFile]);
    const [source] = await sourcesOf(admin, messageId);
    const evidence = [{ ...(source as NonNullable<typeof source>), statement: 'Margins\nare disputed' }];
    await admin.call.positions.writeThesis({ id, version: 0, claim: 'One', evidence });
    const line = 'Margins are disputed (a file; Differs from the source, 2026-05-04)';
    for (const format of ['csv', 'json'] as const) {
      const { text } = await member.call.positions.export({ format });
      expect(text).toContain(line);
      const { ignoredColumns, rows } = await admin.call.positions.import({ format, text, dryRun: true });
      expect(ignoredColumns).toEqual(['evidence']);
      expect(rows.filter(({ state }) => state === 'error')).toEqual([]);
    }
    await admin.call.positions.delete({ id });
    await server.deps.db.positionThesis.deleteMany();
    expect((await member.call.positions.export({ format: 'csv' })).text).not.toContain('evidence');
  });

  it('is in the export of the account that added it', async () => {
    const id = await newPosition();
    const { messageId, conversationId } = await answerOf(admin, [storagePage]);
    const [source] = await sourcesOf(admin, messageId);
    const evidence = [{ ...(source as NonNullable<typeof source>), statement: 'Mine' }];
    await admin.call.positions.writeThesis({ id, version: 0, claim: 'One', evidence });
    await other.call.positions.writeThesis({ id, version: 1, claim: 'Two' });
    const own = await exportedEvidence(server.deps, admin.user.id);
    expect(own.filter((item) => item.messageId === messageId)).toMatchObject([
      { position: { ticker: 'TSLA' }, messageId, conversationId, evidence: { statement: 'Mine', verdict: 'figures' } },
    ]);
    expect(await exportedEvidence(server.deps, other.user.id)).toEqual([]);
  });

  it('stays when the account that added it is deleted', async () => {
    const leaving = await signUp(server.deps, { isAdmin: true });
    const id = await newPosition();
    const { messageId } = await answerOf(leaving, [storagePage]);
    const [source] = await sourcesOf(leaving, messageId);
    const evidence = [{ ...(source as NonNullable<typeof source>), statement: 'Still true' }];
    const written = await leaving.call.positions.writeThesis({ id, version: 0, evidence });
    await server.deps.db.user.delete({ where: { id: leaving.user.id } });
    expect((await member.call.positions.get({ id })).theses[0]).toMatchObject({
      evidence: [{ statement: 'Still true' }],
      evidenceHash: written.evidenceHash,
    });
    expect(await server.deps.db.evidenceOrigin.count({ where: { userId: leaving.user.id } })).toBe(0);
  });
});
