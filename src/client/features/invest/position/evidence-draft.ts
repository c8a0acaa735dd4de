/** Evidence in the thesis form: that of the replaced version, and newly chosen sources. */
import { evidenceWords as words } from '~/client/words/evidence';
import { limits } from '~/shared/limits';
import type { Evidence, EvidenceInput, EvidenceSource } from '~/shared/schemas/evidence';
import type { SourceFacts } from './checked-source';

export interface DraftEvidence {
  /** Identifies it within the form. */
  key: string;
  reference: { id: string } | { messageId: string; citation: string };
  source: SourceFacts;
  statement: string;
}

const storedDraft = ({
  id,
  statement,
  origin: _,
  textHash: _hash,
  isPrivate: _private,
  ...source
}: Evidence): DraftEvidence => ({
  key: id,
  reference: { id },
  source,
  statement,
});

export const sourceName = ({ messageId, citation }: Pick<EvidenceSource, 'messageId' | 'citation'>) =>
  `${messageId}-${citation}`;

export function chosenDraft(chosen: EvidenceSource): DraftEvidence {
  const { messageId, citation, conversation: _conversation, answeredAt: _time, ...source } = chosen;
  return { key: sourceName(chosen), reference: { messageId, citation }, source, statement: '' };
}

/** The evidence of the replaced version, and a previously chosen source if there is room for it. */
export const draftsWith = (evidence: readonly Evidence[] = [], chosen: EvidenceSource | undefined): DraftEvidence[] =>
  withChosen(evidence.map(storedDraft), chosen);

/** Adds a chosen source, unless it is there already or there is no room for it. */
export function withChosen(drafts: DraftEvidence[], chosen: EvidenceSource | undefined): DraftEvidence[] {
  if (!chosen || drafts.length >= limits.thesisEvidence) return drafts;
  const added = chosenDraft(chosen);
  return drafts.some(({ key }) => key === added.key) ? drafts : [...drafts, added];
}

/** The validation message for the statement; undefined if it is valid. */
export function problemOf({ statement }: DraftEvidence): string | undefined {
  const { length } = statement.trim();
  if (length === 0) return words.statementMissing;
  return length > limits.statementCharacters ? words.statementTooLong(limits.statementCharacters) : undefined;
}

export const evidenceInputOf = (drafts: readonly DraftEvidence[]): EvidenceInput =>
  drafts.map(({ reference, statement }) => ({ ...reference, statement }));
