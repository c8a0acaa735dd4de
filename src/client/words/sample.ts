/** Content of the product image. Pages and figures are made up and make no statement about a company. */
export const sampleWords = {
  question: 'Rates stay where they are until summer. Which of our plans suffers most?',
  answer: `**The refinancing of the Rotterdam site**, by a wide margin. It is the only plan whose interest is not fixed, and it falls due in May.

| Plan | Interest | Effect of the hold |
| --- | --- | --- |
| Rotterdam site | floating, due in May | −$1.9 million a year |
| Two new hires in sales | none | none |
| US launch | fixed until 2028 | none |

The committee gave no date for a first cut. The board's paper assumed one in March, so its case for May rests on a rate that is no longer likely.`,
  marked: {
    refinancing: 'It is the only plan whose interest is not fixed, and it falls due in May.',
    committee: 'The committee gave no date for a first cut.',
    paper: "The board's paper assumed one in March",
  },
  paper: 'board-paper-q3.pdf, p. 4',
  paperQuote: 'We assume a first cut in March and have budgeted the new loan accordingly.',
  minutes: 'Minutes of the committee',
  minutesQuote: 'Members saw no need to settle on the timing of a first step.',
  plan: 'refinancing-plan.pdf, p. 2',
  planQuote: 'The facility for Rotterdam bears a floating rate and matures on 15 May.',
} as const;
