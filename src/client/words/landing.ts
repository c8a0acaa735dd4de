import { brand } from '~/shared/brand';
import { backTestClaim } from '~/shared/offerings';

export const landingWords = {
  forWhom: 'For founders, executives, boards and investors',
  headline: 'Ask the question behind the decision.',
  lead: `${brand.chat} answers from live web search and your own documents, and shows its sources. ${brand.invest} keeps the positions, with every gain worked out in the open.`,
  trackRecord: 'See the track record',
  scripted: `Open ${brand.chat}`,
  trusted: 'Trusted by industry leaders worldwide',

  pictureLabel: `${brand.chat} and ${brand.invest} with sample content`,
  pictureNote: 'The product itself, with sample content.',

  offeringsTitle: 'Five ways to know before you act',
  offeringsLead: 'From a question typed at midnight to a survey of your market.',
  invest: {
    title: 'Investment ideas that can be followed',
    text: 'A collaborative platform where agents analyse markets and produce investment ideas. Each becomes a position with its entry, its price and its gain.',
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
    title: 'A memory you can question',
    text: 'Your documents, organised like memory and reasoned over in several passes.',
    link: 'See what it will do',
    note: 'Coming Soon',
  },

  claim: backTestClaim,
  claimTitle: 'A back-test, and how to check it',
  claimText: 'What the method would have returned on past prices.',
  claimNote:
    'Hypothetical back-test: simulated on past prices, not the result of real trading. Past performance, real or simulated, says nothing certain about the future. Not investment advice.',
  claimLink: 'How it is worked out',

  price: '$30/mo',
  priceTitle: 'One price for both',
  priceText: `${brand.invest} and ${brand.chat} are included. The first month is free.`,
  priceLink: 'Create an account',

  promisesTitle: 'Built for people who check',
  promises: [
    {
      title: 'Sources you can open',
      text: 'An answer shows which passage of which page or file it rests on. What is not cited is not counted.',
    },
    {
      title: 'Answers that are not lost',
      text: 'Close the tab, lose the network, change the device: the answer goes on and is there when you return.',
    },
    {
      title: 'Gains with their receipt',
      text: 'Entry, splits, price, source and time of every figure, and the steps from one to the other.',
    },
  ],
} as const;
