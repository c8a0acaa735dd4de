/** An embedded database with filings as the product stores them: attached to conversations, and in one collection. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Database, openDatabase } from '~/server/db/client';
import { indexDocument } from '~/server/features/collections/index-document.job';
import { storePassages } from '~/server/features/uploads/store-passages';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { cutPassages } from '~/server/reading/extract/passages';
import { indexPassages } from '~/server/retrieval/index-passages';
import type { Filing } from './filings';

/** A conversation to ask in. */
export interface AskedQuestion {
  conversationId: string;
  questionId: string;
}

export interface FilingLibrary {
  db: Database;
  userId: string;
  /** A conversation without files, which uses the collection of all filings. */
  collected: AskedQuestion;
  /** Conversations with one filing attached, by the filing's name. */
  attached: ReadonlyMap<string, AskedQuestion>;
  close(): Promise<void>;
}

async function openBenchDatabase(folder: string, databaseUrl?: string) {
  return openDatabase({
    databaseUrl,
    dataDir: folder,
    migrationsDir: path.join(import.meta.dirname, '../../../prisma/migrations'),
    limits: { poolSize: 1, statementMs: 60_000 },
  });
}

export async function openFilingLibrary(
  folder: string,
  filings: readonly Filing[],
  databaseUrl?: string,
): Promise<FilingLibrary> {
  const { db, close } = await openBenchDatabase(folder, databaseUrl);
  const userId = randomUUID();
  await db.sql`INSERT INTO users (id, email, password) VALUES (${userId}::uuid, 'bench@example.com', '-')`;
  const collectionId = randomUUID();
  await db.sql`
    INSERT INTO collections (id, user_id, name, updated_at) VALUES (${collectionId}::uuid, ${userId}::uuid, 'Filings', now())`;
  const attached = new Map<string, AskedQuestion>();
  for (const filing of filings) {
    attached.set(filing.name, await attach(db, userId, filing));
    await collect(db, userId, collectionId, filing);
  }
  return { db, userId, collected: await ask(db, userId, []), attached, close };
}

async function ask(db: Database, userId: string, attachments: readonly { name: string }[]): Promise<AskedQuestion> {
  const [conversationId, questionId] = [randomUUID(), randomUUID()];
  await db.sql`INSERT INTO conversations (id, user_id) VALUES (${conversationId}::uuid, ${userId}::uuid)`;
  await db.sql`
    INSERT INTO messages (id, conversation_id, role, content, attachments)
    VALUES (${questionId}::uuid, ${conversationId}::uuid, 'user', '', ${JSON.stringify(attachments)}::jsonb)`;
  return { conversationId, questionId };
}

async function attach(db: Database, userId: string, filing: Filing): Promise<AskedQuestion> {
  const asked = await ask(db, userId, [{ name: filing.name }]);
  const objectId = await storeFile(db, userId, `${filing.name}.pdf`, filing);
  await db.sql`UPDATE objects SET message_id = ${asked.questionId}::uuid WHERE id = ${objectId}::uuid`;
  await indexPassages({ db }, objectId, objectId);
  return asked;
}

async function collect(db: Database, userId: string, collectionId: string, filing: Filing): Promise<void> {
  const objectId = await storeFile(db, userId, `${filing.name}.pdf`, filing);
  const documentId = randomUUID();
  await db.sql`
    INSERT INTO collection_documents (id, collection_id, title, content, object_id, updated_at)
    VALUES (${documentId}::uuid, ${collectionId}::uuid, ${filing.name}, '', ${objectId}::uuid, now())`;
  await db.sql`UPDATE objects SET document_id = ${documentId}::uuid WHERE id = ${objectId}::uuid`;
  await indexDocument({ db }, objectId, new AbortController().signal);
}

async function storeFile(db: Database, userId: string, name: string, { text, pages }: Filing): Promise<string> {
  const id = randomUUID();
  const [tokens = 0] = await countTokens([text]);
  await db.sql`
    INSERT INTO objects (id, user_id, name, type, claimed_at, read_state, processed_type, extracted_text, text_tokens, pages)
    VALUES (${id}::uuid, ${userId}::uuid, ${name}, 'application/pdf', now(), 'ready', 'pdf', ${text}, ${tokens}::int,
            ${JSON.stringify(pages)}::jsonb)`;
  await storePassages({ db }, id, cutPassages(text, pages));
  return id;
}
