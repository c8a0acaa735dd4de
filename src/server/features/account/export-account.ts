/**
 * Exports everything stored about a user as one zip: profile, conversations (Markdown and JSON) with their sources,
 * projects, prompts, memory, cited web pages, research, collections, usage of AI models, activity and files. Reads in
 * batches and streams the zip, so that a large export doesn't fill the memory.
 */

import type { Readable } from 'node:stream';
import type { Caller } from '~/server/auth/caller';
import { publicFields } from '~/server/auth/current-user';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { exportedFollows } from '~/server/features/follows/follows.service';
import { exportedMemory } from '~/server/features/memory/memory.service';
import { exportedEvidence } from '~/server/features/positions/evidence';
import { exportedNotes } from '~/server/features/positions/notes';
import { listProjects } from '~/server/features/projects/projects.service';
import { exportedPrompts } from '~/server/features/prompts/prompts.service';
import { userUsageCsv } from '~/server/features/usage/usage-file';
import { nilUuid } from '~/server/lib/uuid';
import { createZipStream, type ZipStream } from '~/server/lib/zip-stream';
import { firstStored, wholeFileKeys } from '~/server/providers/storage/object-keys';
import { extensionOf, safeFileName } from '~/server/reading/detect/file-name';
import { brand } from '~/shared/brand';
import { limits } from '~/shared/limits';
import { textStart } from '~/shared/text-start';
import { utcDay } from '~/shared/utc-day';
import { conversationJson, conversationMarkdown } from './conversation-files';
import { writeActivity } from './exported-activity';
import { writeCollections } from './exported-collections';
import { type ExportedConversation, exportedConversations } from './exported-conversations';
import { writeFeedback } from './exported-feedback';
import { writeLinks } from './exported-links';
import { writePages } from './exported-pages';
import { writeResearch } from './exported-research';

const fileBatch = 100;
/** File systems allow 255 bytes for a name, which also has a date or an id, and an extension. */
const maxStemBytes = 180;

export async function allowExport(
  deps: Deps,
  user: { id: string; email: string },
  caller: Caller,
): Promise<{ fileName: string }> {
  await deps.rateLimiter.consume('exportByAccount', user.id);
  await recordAudit(deps, { kind: 'data-exported', actor: user, caller });
  const day = utcDay(new Date());
  return { fileName: `${brand.company.toLowerCase()}-export-${day}.zip` };
}

/** Returns the bytes of the zip. `signal` cancels the export; an error destroys the stream. */
export function exportAccount(deps: Deps, userId: string, signal: AbortSignal): Readable {
  const zip = createZipStream(signal);
  writeAll(deps, userId, zip).catch((error) => zip.output.destroy(error as Error));
  return zip.output;
}

async function writeAll(deps: Deps, userId: string, zip: ZipStream): Promise<void> {
  await zip.add('profile.json', [await profile(deps, userId)]);
  for await (const conversation of exportedConversations(deps, userId)) {
    await zip.add(pathOf(conversation, 'md'), conversationMarkdown(conversation), { mtime: conversation.updatedAt });
  }
  for await (const conversation of exportedConversations(deps, userId)) {
    await zip.add(pathOf(conversation, 'json'), conversationJson(conversation), { mtime: conversation.updatedAt });
  }
  await writeCollections(deps, userId, zip);
  await writePages(deps, userId, zip);
  await writeResearch(deps, userId, zip);
  await writeFeedback(deps, userId, zip);
  const projects = await ownProjects(deps, userId);
  if (projects) await zip.add('projects.json', [projects]);
  const notes = await exportedNotes(deps, userId);
  if (notes.length > 0) await zip.add('position-notes.json', [`${JSON.stringify(notes, null, 2)}\n`]);
  const evidence = await exportedEvidence(deps, userId);
  if (evidence.length > 0) await zip.add('thesis-evidence.json', [`${JSON.stringify(evidence, null, 2)}\n`]);
  const follows = await exportedFollows(deps, userId);
  if (follows) await zip.add('followed-positions.json', [`${JSON.stringify(follows, null, 2)}\n`]);
  const prompts = await exportedPrompts(deps, userId);
  if (prompts.length > 0) await zip.add('prompts.json', [`${JSON.stringify(prompts, null, 2)}\n`]);
  const facts = await exportedMemory(deps, userId);
  if (facts.length > 0) await zip.add('memory.json', [`${JSON.stringify(facts, null, 2)}\n`]);
  await writeLinks(deps, userId, zip);
  await writeActivity(deps, userId, zip);
  await zip.add('usage.csv', userUsageCsv(deps, userId));
  const missing = await writeFiles(deps, userId, zip);
  if (missing.length > 0) await zip.add('files/missing.txt', [`${missing.join('\n')}\n`]);
  zip.end();
}

async function profile(deps: Deps, userId: string): Promise<string> {
  const user = await deps.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      ...publicFields,
      instructions: true,
      modelTitles: true,
      suggestedQuestions: true,
      usesMemory: true,
      invitations: {
        select: { email: true, isAdmin: true, createdAt: true, expiresAt: true, acceptedAt: true, revokedAt: true },
      },
      accepted: { select: { email: true, createdAt: true, acceptedAt: true } },
      budget: { select: { monthlyUsd: true } },
      authenticator: { select: { createdAt: true, confirmedAt: true } },
      groups: { select: { group: { select: { name: true } }, source: true, createdAt: true } },
      passkeys: { select: { name: true, createdAt: true, lastUsedAt: true } },
      identities: { select: { issuer: true, subject: true, email: true, createdAt: true, lastUsedAt: true } },
    },
  });
  return `${JSON.stringify({ exportedAt: new Date(), ...user }, null, 2)}\n`;
}

async function ownProjects(deps: Deps, userId: string): Promise<string | null> {
  const { items } = await listProjects(deps, userId, { limit: limits.projectsPerUser });
  return items.length > 0 ? `${JSON.stringify(items, null, 2)}\n` : null;
}

/**
 * Starts with the date, so that a folder sorted by name is in the order of the last change. The id keeps equal titles
 * apart.
 */
function pathOf({ id, title, updatedAt }: ExportedConversation, extension: string): string {
  const name = shortStem(safeFileName(textStart(title.replace(/[/\\:*?"<>|.]/g, ' '), 80)));
  return `conversations/${utcDay(updatedAt)} ${name} ${id.slice(0, 8)}.${extension}`;
}

interface ExportedFile {
  id: string;
  name: string;
  type: string;
  createdAt: Date;
}

/**
 * Files without a message are attached to a draft or belong to a collection. Those of a collection follow its rights,
 * as in uploads.service.ts: a former administrator owns the files of collections for groups, but may not read them.
 */
const readableFiles = ({ db }: Deps, userId: string, after: string): Promise<ExportedFile[]> => db.sql<ExportedFile>`
  SELECT o.id, o.name, o.type, o.created_at AS "createdAt" FROM objects o
  WHERE o.user_id = ${userId}::uuid AND o.claimed_at IS NOT NULL AND o.id > ${after}::uuid
    AND NOT EXISTS (
      SELECT FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.id = o.message_id AND (c.temporary_until IS NOT NULL OR c.user_id IS NULL)
    )
    AND (o.document_id IS NULL OR EXISTS (
      SELECT FROM collection_documents d JOIN collection_rights r ON r.collection_id = d.collection_id
      WHERE d.id = o.document_id AND r.user_id = o.user_id
    ))
  ORDER BY o.id LIMIT ${fileBatch}::int`;

/** Images are stored without location and camera data. Returns the names of files whose bytes are missing. */
async function writeFiles(deps: Deps, userId: string, zip: ZipStream): Promise<string[]> {
  const missing: string[] = [];
  for (let last: string | undefined = nilUuid; last !== undefined; ) {
    const rows: ExportedFile[] = await readableFiles(deps, userId, last);
    for (const { id, name, type, createdAt } of rows) {
      const found = await firstStored(deps.store, wholeFileKeys(id));
      const bytes = found && (await deps.store.read(found.key));
      if (!bytes) missing.push(name);
      else await zip.add(`files/${fileName(id, name)}`, bytes, { mtime: createdAt, compress: !isCompressed(type) });
    }
    last = rows.length < fileBatch ? undefined : rows.at(-1)?.id;
  }
  return [...missing, ...(await writeSharedOnly(deps, userId, zip))];
}

/** Deleted files that are still part of a shared link. */
async function writeSharedOnly(deps: Deps, userId: string, zip: ZipStream): Promise<string[]> {
  const rows = await deps.db.sql<{ id: string; name: string; type: string }>`
    SELECT DISTINCT ON (f.object_id) f.object_id AS id, f.name, f.type FROM share_files f
    JOIN shares s ON s.id = f.share_id JOIN conversations c ON c.id = s.conversation_id AND c.user_id IS NOT NULL
    WHERE f.owner_id = ${userId}::uuid AND NOT EXISTS (SELECT FROM objects o WHERE o.id = f.object_id)
    ORDER BY f.object_id`;
  const missing: string[] = [];
  for (const { id, name, type } of rows) {
    const found = await firstStored(deps.store, wholeFileKeys(id));
    if (!found) missing.push(name);
    else
      await zip.add(`files/${fileName(id, name)}`, await deps.store.read(found.key), { compress: !isCompressed(type) });
  }
  return missing;
}

/** 'report (5b4a3c2d).pdf': several files can have the same name. */
function fileName(id: string, name: string): string {
  const safe = safeFileName(name);
  const extension = extensionOf(safe);
  const stem = extension ? safe.slice(0, -extension.length - 1) : safe;
  return `${shortStem(stem)} (${id.slice(0, 8)})${extension && `.${extension}`}`;
}

const shortStem = (stem: string): string =>
  new TextDecoder().decode(Buffer.from(stem).subarray(0, maxStemBytes), { stream: true }).trimEnd();

const isCompressed = (type: string) => /^image\/(?!svg|bmp)|officedocument|zip/.test(type);
