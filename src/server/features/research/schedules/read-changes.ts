/** What has changed since the previous report of the same schedule. */
import type { Deps } from '~/server/deps';
import { researchNotFound } from '~/server/features/research/research.errors';
import type { Citation } from '~/shared/schemas/citations';
import type { ResearchChanges } from '~/shared/schemas/research-schedules';
import { compareReports, type Report } from './compare-evidence';
import type { EvidencePage } from './report-pages';

interface ReportRow {
  messageId: string;
  createdAt: Date;
  citations: Citation[] | null;
}

/** Another user's research is reported as not found. */
export async function readChanges({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<ResearchChanges> {
  const [found] = await db.sql<{ messageId: string | null }>`
    SELECT r.message_id AS "messageId"
    FROM researches r JOIN conversations c ON c.id = r.conversation_id AND c.user_id = r.user_id
    WHERE r.id = ${id}::uuid AND r.user_id = ${userId}::uuid`;
  if (!found) throw researchNotFound();
  // This report and the previous one, newest first.
  const reports = await db.sql<ReportRow>`
    SELECT m.id AS "messageId", r.created_at AS "createdAt", m.metadata -> 'citations' AS citations
    FROM researches own
    JOIN researches r ON r.id = own.id OR (r.schedule_id = own.schedule_id AND r.created_at < own.created_at)
    JOIN messages m ON m.id = r.message_id
    WHERE own.id = ${id}::uuid AND (r.state = 'done' OR r.id = own.id)
    ORDER BY r.created_at DESC, r.id DESC LIMIT 2`;
  const [after, before] = await Promise.all(
    reports.map(async (report) => ({
      ...report,
      citations: await db.texts.openCitations(report.messageId, report.citations),
    })),
  );
  if (!after || after.messageId !== found.messageId || !before)
    return { previousMessageId: null, previousAt: null, isComplete: true, changes: [] };
  const pages = await db.sql<EvidencePage>`
    SELECT s.message_id AS "messageId", s.id AS "snapshotId", s.read_at AS "readAt", s.url,
           s.canonical_url AS "canonicalUrl", s.title, t.text
    FROM page_snapshots s JOIN page_texts t ON t.hash = s.text_hash
    WHERE s.message_id = ANY(${[before.messageId, after.messageId]}::uuid[]) ORDER BY s.read_at DESC, s.id`;
  return {
    previousMessageId: before.messageId,
    previousAt: before.createdAt,
    isComplete: [before, after].every(({ citations }) => (citations ?? []).every(isChecked)),
    changes: compareReports(reportOf(before, pages), reportOf(after, pages)),
  };
}

const isChecked = ({ check }: Citation): boolean => check?.verdict !== 'pending';

/** Only passages confirmed by a page are evidence. */
function reportOf({ messageId, citations }: ReportRow, pages: readonly EvidencePage[]): Report {
  const passages = (citations ?? []).flatMap(({ check }) => {
    const isConfirmed = check?.verdict === 'quote' || check?.verdict === 'figures';
    if (!isConfirmed || check.passage === undefined || check.snapshotId === undefined) return [];
    return { snapshotId: check.snapshotId, passage: check.passage };
  });
  return { pages: pages.filter((page) => page.messageId === messageId), passages };
}
