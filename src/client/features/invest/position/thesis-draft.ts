import { useEffect } from 'react';
import { useFormDraft } from '~/client/lib/form-draft';
import type { EvidenceSource } from '~/shared/schemas/evidence';
import type { Thesis } from '~/shared/schemas/theses';
import { type DraftEvidence, draftsWith, withChosen } from './evidence-draft';

const fields = [
  'claim',
  'wrongIf',
  'target',
  'stop',
  'horizon',
  'reviewOn',
  'conviction',
  'weight',
  'sector',
  'postMortem',
] as const;
export type ThesisValues = Record<(typeof fields)[number], string>;

const valuesOf = (thesis: Thesis | undefined): ThesisValues => ({
  claim: thesis?.claim ?? '',
  wrongIf: thesis?.wrongIf ?? '',
  target: thesis?.adjustedTarget ?? thesis?.target ?? '',
  stop: thesis?.adjustedStop ?? thesis?.stop ?? '',
  horizon: thesis?.horizon ?? '',
  reviewOn: thesis?.reviewOn ?? '',
  conviction: thesis?.conviction ?? '',
  weight: thesis?.weight ?? '',
  sector: thesis?.sector ?? '',
  postMortem: thesis?.postMortem ?? '',
});

/** The unsaved values and evidence of a thesis, which this browser stores until they are saved or discarded. */
export function useThesisDraft(positionId: string, newest: Thesis | undefined, chosen: EvidenceSource | undefined) {
  // A form opened with a chosen source is unchanged as long as nothing is typed.
  const saved = { ...valuesOf(newest), evidence: JSON.stringify(draftsWith(newest?.evidence, chosen)) };
  // A split changes the saved levels without a new version.
  const version = [newest?.version, newest?.adjustedTarget, newest?.adjustedStop].filter(Boolean).join(' ');
  const { restored, isOutdated, keep, forget } = useFormDraft(`thesis:${positionId}`, saved, version);
  const { evidence, ...values } = restored ?? saved;
  // A draft may refer to evidence of an older version. Only evidence of the newest version can be kept. The JSON was
  // written by this form.
  const drafts = (JSON.parse(evidence) as DraftEvidence[]).filter(
    ({ reference }) => !('id' in reference) || newest?.evidence.some(({ id }) => id === reference.id),
  );
  return {
    isRestored: restored !== undefined,
    isOutdated,
    values,
    evidence: withChosen(drafts, chosen),
    keep: (typed: ThesisValues, drafts: DraftEvidence[]) => keep({ ...typed, evidence: JSON.stringify(drafts) }),
    forget,
  };
}

/** Stores each change of the form. */
export function useKeptThesis(
  { keep }: Pick<ReturnType<typeof useThesisDraft>, 'keep'>,
  values: ThesisValues,
  drafts: DraftEvidence[],
): void {
  const serialized = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => keep(values, drafts), [serialized, drafts]);
}
