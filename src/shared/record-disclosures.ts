/** Disclosures beside the figures, on the page and in the audit pack. Each text is complete on its own. */
export const recordDisclosures = [
  {
    term: 'Definition',
    text: 'The track record contains every position that was ever in the portfolio, as one equally weighted index. It holds no money and ignores the size of positions.',
  },
  {
    term: 'Inception',
    text: 'It begins with the first market close after the first entry was recorded. Nothing before that day counts, and nothing is filled in later.',
  },
  {
    term: 'Additions',
    text: 'A position counts from the first market close after its entry was recorded, whatever purchase date was entered. Samples are listed and never count.',
  },
  {
    term: 'Deletions',
    text: 'Closed and deleted positions stay in the record with all their days. A correction keeps the old values with a reason and does not change the verified record.',
  },
  {
    term: 'Fees and taxes',
    text: 'All figures are before fees, trading costs and taxes. Dividends count only where a figure says so, before withholding tax. An investor would have earned less.',
  },
  {
    term: 'Conflicts of interest',
    text: 'The authors of the ideas may hold the stocks, and choose what to add and when to close it. The operator of this server records the entries.',
  },
  {
    term: 'Standards',
    text: 'The figures follow the spirit of fair and complete presentation. They do not claim compliance with the Global Investment Performance Standards (GIPS), and are not verified under these standards.',
  },
  {
    term: 'Past performance',
    text: 'Past returns do not predict future ones. Not investment advice.',
  },
] as const;
