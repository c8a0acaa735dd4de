/**
 * Notes about a position, written by users who may change the portfolio; each changes only their own. Versions are
 * immutable: a version's hash is in the ledger, like that of a thesis, and its text is deleted with the note.
 */
import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { recordEvents } from '~/server/features/track-record/record-events';
import { sha256 } from '~/server/lib/hash';
import { limits } from '~/shared/limits';
import type { EditNoteInput, PositionNote } from '~/shared/schemas/position-notes';
import {
  noteChanged,
  noteNotFound,
  noteUnchanged,
  positionNotFound,
  tooManyNotes,
  tooManyVersions,
} from './positions.errors';
import { lockForUpdate } from './positions.service';
import { announceBook } from './watch-book';

interface Reader {
  id: string;
  isAdmin: boolean;
}

const shown = {
  author: { select: { firstName: true, lastName: true, deletedAt: true } },
  versions: { orderBy: { version: 'desc' as const } },
};

/** Newest first. */
export async function listNotes({ db }: Pick<Deps, 'db'>, reader: Reader, positionId: string): Promise<PositionNote[]> {
  const position = await db.investmentPosition.findUnique({ where: { id: positionId }, select: { id: true } });
  if (!position) throw positionNotFound();
  const rows = await db.positionNote.findMany({
    where: { positionId },
    include: shown,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limits.positionNotes,
  });
  return rows.flatMap((row) => noteOf(row, reader));
}

/** The notes that a user wrote, for their data export. */
export const exportedNotes = ({ db }: Pick<Deps, 'db'>, authorId: string) =>
  db.positionNote.findMany({
    where: { authorId },
    select: {
      id: true,
      createdAt: true,
      position: { select: { name: true, ticker: true } },
      versions: { select: { version: true, text: true, createdAt: true }, orderBy: { version: 'asc' } },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });

interface Row {
  id: string;
  authorId: string | null;
  author: { firstName: string | null; lastName: string | null; deletedAt: Date | null } | null;
  createdAt: Date;
  versions: { version: number; text: string; hash: string; createdAt: Date }[];
}

function noteOf({ id, author, authorId, createdAt, versions }: Row, reader: Reader): PositionNote[] {
  const [newest, ...earlier] = versions.map(({ version, text, hash, createdAt: writtenAt }) => ({
    version,
    text,
    hash,
    writtenAt,
  }));
  const name = author && !author.deletedAt ? [author.firstName, author.lastName].filter(Boolean).join(' ') : '';
  const mayEdit = reader.isAdmin && authorId === reader.id;
  return newest ? [{ id, author: name || null, mayEdit, createdAt, ...newest, earlier }] : [];
}

type ActingReader = Acting & { by: Reader };

export async function addNote(
  deps: Deps,
  acting: ActingReader,
  { id, text }: { id: string; text: string },
): Promise<PositionNote> {
  const noteId = await deps.db.$transaction(async (tx) => {
    const label = await holdPosition(tx, id);
    if ((await tx.positionNote.count({ where: { positionId: id } })) >= limits.positionNotes) throw tooManyNotes();
    const note = await tx.positionNote.create({ data: { positionId: id, authorId: acting.by.id } });
    await writeVersion(tx, acting, { position: id, note: note.id, version: 1, text, label });
    return note.id;
  }, transactionLimits.ledger);
  announceBook(deps);
  return readNote(deps, acting.by, noteId);
}

/** `version` must be the newest one, so that no unseen change is overwritten. */
export async function editNote(
  deps: Deps,
  acting: ActingReader,
  { id, noteId, version, text }: EditNoteInput,
): Promise<PositionNote> {
  await deps.db.$transaction(async (tx) => {
    const label = await holdPosition(tx, id);
    const note = await tx.positionNote.findFirst({
      where: { id: noteId, positionId: id, authorId: acting.by.id },
      include: { versions: { orderBy: { version: 'desc' }, take: 1 } },
    });
    const newest = note?.versions[0];
    if (!newest) throw noteNotFound();
    if (newest.version !== version) throw noteChanged();
    if (newest.text === text) throw noteUnchanged();
    if (version >= limits.noteVersions) throw tooManyVersions();
    await writeVersion(tx, acting, { position: id, note: noteId, version: version + 1, text, label });
  }, transactionLimits.ledger);
  announceBook(deps);
  return readNote(deps, acting.by, noteId);
}

/** Deletes the note with all its versions; the ledger keeps their hashes. */
export async function deleteNote(
  deps: Deps,
  acting: ActingReader,
  { id, noteId }: { id: string; noteId: string },
): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const label = await holdPosition(tx, id);
    const where = { id: noteId, positionId: id, authorId: acting.by.id };
    const { count } = await tx.positionNote.deleteMany({ where });
    if (count === 0) throw noteNotFound();
    await recordAudit(tx, traceOf('position-note-deleted', acting, id, label));
  }, transactionLimits.ledger);
  announceBook(deps);
}

async function readNote({ db }: Pick<Deps, 'db'>, reader: Reader, id: string): Promise<PositionNote> {
  const row = await db.positionNote.findUnique({ where: { id }, include: shown });
  const [note] = row ? noteOf(row, reader) : [];
  if (!note) throw noteNotFound();
  return note;
}

/** Locks the position. Returns its name for the audit log. */
async function holdPosition(tx: Transaction, id: string): Promise<string> {
  await lockForUpdate(tx, id);
  const position = await tx.investmentPosition.findUnique({ where: { id }, select: { name: true, ticker: true } });
  if (!position) throw positionNotFound();
  return `${position.name} (${position.ticker})`;
}

/** The ledger comes last, because its lock is held until the transaction ends. */
async function writeVersion(
  tx: Transaction,
  acting: ActingReader,
  {
    position,
    note,
    version,
    text,
    label,
  }: { position: string; note: string; version: number; text: string; label: string },
): Promise<void> {
  const hash = sha256(text);
  await tx.positionNoteVersion.create({ data: { noteId: note, version, text, hash } });
  const kind = version === 1 ? 'position-note-added' : 'position-note-edited';
  await recordAudit(tx, traceOf(kind, acting, position, label, { version }));
  await recordEvents(tx, [{ kind: 'note', actorId: acting.by.id, facts: { position, note, version, hash } }]);
}

const traceOf = (
  kind: 'position-note-added' | 'position-note-edited' | 'position-note-deleted',
  { by, caller }: Acting,
  id: string,
  label: string,
  details: Record<string, number> = {},
) => ({ kind, actor: by, caller, subject: { id, label }, details });
