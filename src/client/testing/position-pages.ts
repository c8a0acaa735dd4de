import type { Evidence } from '~/shared/schemas/evidence';
import type { PositionPage, Thesis } from '~/shared/schemas/theses';
import { openPosition } from './positions';

/** A statement that a web page supports. */
export const pageEvidence: Evidence = {
  id: '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01',
  statement: 'Deployments doubled.',
  kind: 'page',
  title: 'Storage in 2024',
  url: 'https://www.example.com/storage',
  passage: 'Deployments doubled to 31.4 GWh.',
  claim: 'Storage reached 31.4 GWh.',
  verdict: 'figures',
  checkedAt: '2026-05-04T09:30:00.000Z',
  readAt: '2026-05-04T09:30:00.000Z',
};

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
