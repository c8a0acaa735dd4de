export const researchNotesWords = {
  show: 'Notes',
  title: 'Research notes',
  note: 'What was found for each question. The report is written from these notes.',
  kinds: { question: 'Question from the plan', gap: 'Question added by the review', review: 'Review of the notes' },
  pages: (count: number) => (count === 1 ? '1 page read' : `${count} pages read`),
  waiting: 'No note yet',
  nothingFound: 'Nothing found',
  none: 'This research has no notes.',
  loading: 'Loading the notes...',
  loadFailed: "Couldn't load the notes",
} as const;
