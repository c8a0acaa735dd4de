/**
 * The receipt of an answer: its message, its steps, its citations with their checks, and snapshots of its web pages.
 */
import type { Deps } from '~/server/deps';
import { answerNotFound } from '~/server/generation/generation.errors';
import { sha256 } from '~/server/lib/hash';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { type AnswerReceipt, receiptFormat } from '~/shared/schemas/receipts';

interface AnswerRow {
  id: string;
  text: string;
  metadata: MessageMetadata;
  createdAt: Date;
  question: string | null;
  questionId: string | null;
}

type PageRow = Omit<AnswerReceipt['pages'][number], 'readAt'> & { readAt: Date };

/** Only for the user's own finished answers; anything else is reported as not found. */
export async function readAnswerReceipt({ db }: Deps, userId: string, messageId: string): Promise<AnswerReceipt> {
  const [stored] = await db.sql<AnswerRow>`
    SELECT a.id, a.content AS text, a.metadata, a.created_at AS "createdAt", q.content AS question, q.id AS "questionId"
    FROM messages a JOIN conversations c ON c.id = a.conversation_id LEFT JOIN messages q ON q.id = a.parent_id
    WHERE a.id = ${messageId}::uuid AND a.role = 'assistant' AND c.user_id = ${userId}::uuid
      AND a.metadata ->> 'processing' IS DISTINCT FROM 'true'`;
  if (!stored) throw answerNotFound();
  const answer = await opened(db, stored);
  // The cited pages among all that were read for the answer.
  const cited = (answer.metadata.citations ?? []).flatMap(({ check }) => check?.snapshotId ?? []);
  const pages = await db.sql<PageRow>`
    SELECT s.id AS "snapshotId", s.url, s.title, s.site, s.read_at AS "readAt", s.text_hash AS "contentHash",
           s.is_cut AS "isCut", t.text
    FROM page_snapshots s JOIN page_texts t ON t.hash = s.text_hash
    WHERE s.message_id = ${messageId}::uuid AND s.id::text = ANY(${cited}::text[]) ORDER BY s.read_at, s.id`;
  const { id, text, metadata, createdAt, question } = answer;
  const receipt: Omit<AnswerReceipt, 'hash'> = {
    format: receiptFormat,
    version: 1,
    question: question ?? '',
    answer: {
      id,
      text,
      model: metadata.model ?? metadata.modelId ?? null,
      status: metadata.status ?? null,
      createdAt: createdAt.toISOString(),
    },
    steps: metadata.activities ?? [],
    citations: metadata.citations ?? [],
    pages: pages.map((page) => ({ ...page, readAt: page.readAt.toISOString() })),
  };
  return { ...receipt, hash: sha256(JSON.stringify(receipt)) };
}

const opened = async ({ texts }: Deps['db'], { id, text, metadata, question, questionId, createdAt }: AnswerRow) => ({
  id,
  createdAt,
  text: await texts.open(id, text),
  metadata: await texts.openMetadata(id, metadata),
  question: question === null || questionId === null ? null : await texts.open(questionId, question),
});
