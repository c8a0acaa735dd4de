import type { PositionPage, Thesis } from '~/shared/schemas/theses';
import { openPosition } from './positions';

/** The first version of a thesis. */
export function thesisOf(changes: Partial<Thesis> = {}): Thesis {
  return {
    version: 1,
    writtenAt: new Date('2026-05-04T09:30:00Z'),
    text: '{}',
    hash: '0'.repeat(64),
    seq: 2,
    evidence: [],
    claim: 'It grows',
    ...changes,
  };
}

/** The page of an open position without a thesis or price history. */
export function positionPage(changes: Partial<PositionPage> = {}): PositionPage {
  return {
    position: openPosition(),
    course: { method: '', benchmark: 'SPY', leftOut: [], points: [] },
    splits: [],
    dividends: [],
    theses: [],
    entries: [],
    ...changes,
  };
}
