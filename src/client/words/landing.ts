import { brand } from '~/shared/brand';
import { backTestClaim } from '~/shared/offerings';

export const landingWords = {
  forWhom: 'For founders, executives, boards and investors',
  headline: 'Ask the question behind the decision.',
  lead: `${brand.chat} answers your questions from live web search and your own files, and links every source. ${brand.invest} tracks investment ideas and shows how each gain is calculated.`,
  trackRecord: 'See the track record',
  trusted: 'Trusted by industry leaders worldwide',

  imageNote: 'The real interface with sample data. Documents, prices and gains are made up.',

  offeringsTitle: 'Five ways to decide with better information',
  offeringsLead: 'From a quick answer to a survey of 20,000 potential customers.',
  invest: {
    title: 'Investment ideas you can track',
    text: 'A collaborative platform where agents analyze markets and produce investment ideas. Each idea becomes a position with its entry price, latest price and gain.',
    link: `Open ${brand.invest}`,
  },
  chat: {
    title: 'An assistant trained on macroeconomic datasets',
    text: 'Conversations with live web search and your files. Every source it cites is one click away.',
    link: `Open ${brand.chat}`,
  },
  review: {
    title: 'Would they buy it?',
    text: 'Ask up to 20,000 potential customers before you build.',
    link: 'See the survey',
  },
  strategy: {
    title: 'Consultants, and agents that know your data',
    text: 'Advisory that combines people with AI agents trained on what your company knows.',
    link: 'See the advisory',
  },
  brain: {
    title: 'A memory you can ask',
    text: 'Your documents, organized like memory and analyzed in several passes.',
    link: 'See what it will do',
    note: 'Coming Soon',
  },

  claim: backTestClaim,
  claimTitle: 'A hypothetical back-test',
  claimText: 'A hypothetical figure, not calculated from a published run.',
  claimNote:
    'Hypothetical back-test: not the result of real trading. Past performance, real or simulated, does not predict future results. Not investment advice.',
  claimLink: 'How our back-tests work',
  noRun: 'No back-test run has been published.',
  run: 'Published run',
  runLink: 'See its rules, figures and trades',

  price: '$30/mo',
  priceText: `${brand.invest} and ${brand.chat} are included. The first month is free.`,
  priceLink: 'Create an account',

  promisesTitle: 'Built for people who check',
  promises: [
    {
      title: 'Sources you can open',
      text: 'Every citation opens the page or file passage it comes from. The source count includes cited sources only.',
    },
    {
      title: "Answers that don't get lost",
      text: 'Close the tab, lose your connection or switch devices: your answer is there when you come back.',
    },
    {
      title: 'Gains you can check',
      text: 'See the entry price, stock splits, latest price and its source, and every step of the calculation.',
    },
  ],
} as const;
