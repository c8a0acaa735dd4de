export const evidenceActionWords = {
  asEvidence: 'Use as evidence...',
  asEvidenceOf: (title: string) => `Use as evidence... ${title}`,
  asEvidenceTitle: 'Use as evidence',
  position: 'Position',
  positionHint: 'Its thesis opens with this source added. Nothing is saved until you save the thesis.',
  positionMissing: 'Choose a position',
  noPositions: 'There are no open positions.',
  choosePosition: 'Choose...',
  sentence: 'Sentence from the answer',
  openThesis: 'Open Thesis',
} as const;
