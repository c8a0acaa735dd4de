/** Reads the versions of a thesis for users. */
import type { Deps } from '~/server/deps';
import { adjustLevel } from '~/shared/price-levels';
import type { EvidenceContent } from '~/shared/schemas/evidence';
import type { Split } from '~/shared/schemas/gain';
import type { Thesis } from '~/shared/schemas/theses';
import { earlierDay, momentDay } from '~/shared/trading-day';
import { verdictName } from '~/shared/verdict-words';
import { evidenceOf } from './evidence';
import { isHidden, readRights, visibleTo } from './evidence-readers';
import { contentOf } from './thesis-text';

/** Each version is kept as long as its position. */
export const maxVersions = 50;

interface ThesisRow {
  version: number;
  writtenAt: Date;
  levelsThrough: string | null;
  text: string;
  hash: string;
  evidenceText: string | null;
  evidenceHash: string | null;
  seq: string | null;
}

export interface StoredThesis extends Thesis {
  /** The day up to which target and stop include splits, if it is before the day of `writtenAt`. */
  levelsThrough: string | null;
}

/** The day whose shares target and stop are stated in. */
export const levelsDay = (writtenAt: Date, levelsThrough: string | null): string =>
  levelsThrough ?? momentDay(writtenAt.toISOString());

/** Newest first, with only what the reader may see. */
export async function readTheses(
  deps: Pick<Deps, 'db'>,
  positionId: string,
  readerId: string,
): Promise<StoredThesis[]> {
  const [rows, rights] = await Promise.all([
    deps.db.sql<ThesisRow>`
      SELECT t.version, t.created_at AS "writtenAt", t.levels_through::text AS "levelsThrough", t.text, t.hash, e.seq::text AS seq,
             t.evidence AS "evidenceText", t.evidence_hash AS "evidenceHash"
      FROM position_theses t
      LEFT JOIN ledger_events e ON e.position_id = t.position_id AND e.kind = 'thesis'
        AND e.body::json -> 'facts' ->> 'hash' = t.hash
        AND (e.body::json -> 'facts' ->> 'version')::int = t.version
      WHERE t.position_id = ${positionId}::uuid ORDER BY t.version DESC LIMIT ${maxVersions}`,
    readRights(deps, positionId, readerId),
  ]);
  return rows.map(({ version, writtenAt, levelsThrough, text, hash, seq, ...proof }) => {
    const evidence = evidenceOf(proof.evidenceText);
    const isComplete = !evidence.some((one) => isHidden(one, rights));
    return {
      version,
      writtenAt,
      levelsThrough,
      text,
      hash,
      seq: seq === null ? null : Number(seq),
      ...contentOf(text),
      evidence: visibleTo(rights, evidence),
      // The text contains the content of files, so it is only shown to readers with access; its hash reveals nothing.
      ...(proof.evidenceText && isComplete && { evidenceText: proof.evidenceText }),
      ...(proof.evidenceHash && { evidenceHash: proof.evidenceHash }),
    };
  });
}

/** With price levels in today's shares, or in those of the day on which the position was closed. */
export function withAdjustedLevels(
  { levelsThrough, ...thesis }: StoredThesis,
  splits: readonly Split[] | undefined,
  closeDay?: string,
): Thesis {
  // A version written after the close states the levels of the day of the close.
  const since = earlierDay(levelsDay(thesis.writtenAt, levelsThrough), closeDay);
  const facts = { since, splits, throughDay: closeDay ?? null };
  const { target, stop } = thesis;
  const adjustedTarget = target && adjustLevel(target, facts);
  const adjustedStop = stop && adjustLevel(stop, facts);
  return {
    ...thesis,
    ...(adjustedTarget && adjustedTarget !== target && { adjustedTarget }),
    ...(adjustedStop && adjustedStop !== stop && { adjustedStop }),
  };
}

/** The exported fields of the newest version, by position. */
export async function readExported({
  db,
}: Pick<Deps, 'db'>): Promise<Map<string, { claim: string; weight: string; evidence: string }>> {
  const rows = await db.sql<{ id: string; text: string; evidence: string | null }>`
    SELECT DISTINCT ON (position_id) position_id::text AS id, text, evidence FROM position_theses
    ORDER BY position_id, version DESC`;
  return new Map(
    rows.map(({ id, text, evidence }) => {
      const { claim = '', weight = '' } = contentOf(text);
      return [id, { claim, weight, evidence: evidenceOf(evidence).map(exportedLine).join('\n') }];
    }),
  );
}

/** A line for human readers. Imports ignore it, because a file could claim any verdict. */
function exportedLine({ statement, title, url, kind, verdict, checkedAt }: EvidenceContent): string {
  // All signed-in users can export, so files are not named.
  const place = kind === 'file' ? 'a file' : [title, url].filter(Boolean).join(', ');
  return `${statement.replace(/\s+/g, ' ')} (${place}; ${verdictName(verdict, kind)}, ${checkedAt.slice(0, 10)})`;
}
