export const evidenceActionWords = {
  asEvidence: 'Use as evidence...',
  asEvidenceOf: (title: string) => `Use as evidence... ${title}`,
  asEvidenceTitle: 'Use as evidence',
  position: 'Position',
  positionHint: 'Its thesis opens with this source. Nothing is stored until you save it there.',
  positionMissing: 'Choose a position',
  noPositions: 'There are no open positions.',
  choosePosition: 'Choose...',
  sentence: 'Sentence of the answer',
  openThesis: 'Open Thesis',
} as const;
