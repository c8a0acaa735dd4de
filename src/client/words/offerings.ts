import { brand } from '~/shared/brand';

export const offeringWords = {
  schedule: 'Schedule a Call (no cost)',
  newTab: 'opens in a new tab',
  howItWorks: 'How it works',
} as const;

export const reviewWords = {
  eyebrow: brand.review,
  headline: 'Ask your market before you build for it.',
  lead: 'A testing service for product developers: survey up to 20,000 potential customers, learn whether they would buy, and why.',
  price: '$1900 for a game-changing survey',
  priceNote: 'One survey, one price. The call before it costs nothing.',
  reach: '20,000',
  reachLabel: 'potential customers per survey, at most',
  steps: [
    {
      title: 'A call about the product',
      text: 'What you want to build, for whom, and which answer would change your plan.',
    },
    {
      title: 'The survey',
      text: 'We ask up to 20,000 potential customers whether they would buy.',
    },
    {
      title: 'What they said',
      text: 'How many would buy, who they are, and their feedback in their own words.',
    },
  ],
  askedTitle: 'What you learn',
  asked: [
    'How many would buy, and at what price',
    'Which feature they would miss most',
    'What keeps the others from buying',
    'Who your first customers are',
  ],
  closing: 'Start with a call about your product.',
} as const;

export const strategyWords = {
  eyebrow: brand.strategy,
  headline: 'Consultants backed by AI agents that know your company.',
  closing: 'Start with a call about your decision.',
  lead: 'Advisory that combines consultancy with AI agents trained on your own data: people who ask the right question, and agents that have read everything.',
  steps: [
    {
      title: 'A first call',
      text: 'The decision in front of you, and what you already know about it. It costs nothing.',
    },
    { title: 'Your data', text: 'Agents are trained on the documents and figures you choose, for your company alone.' },
    {
      title: 'Advice you can question',
      text: 'Consultants work with you and the agents on the decision. You see the reasons for every recommendation.',
    },
  ],
  partsTitle: 'What comes together',
  parts: [
    { title: 'Consultants', text: 'Experience, judgment, and the courage to disagree with you.' },
    { title: 'AI agents', text: 'Every page you gave them, ready when you need it in a meeting.' },
    { title: 'Your own data', text: 'Reports, plans, figures: the part of the answer no one else has.' },
  ],
} as const;

export const brainWords = {
  eyebrow: brand.brain,
  badge: 'Coming Soon',
  headline: 'Ask everything your company knows.',
  lead: 'A retrieval system, organized like memory, that reasons in several passes until the answer holds up.',
  willTitle: 'What it will do',
  will: [
    {
      title: 'Take in your documents',
      text: 'Upload what you have and build a knowledge base from it, collection by collection.',
    },
    {
      title: 'Organize it like memory',
      text: 'Related information stays together, so you get the full context, not a single sentence.',
    },
    {
      title: 'Reason more than once',
      text: 'An answer is questioned, searched again and corrected before you read it.',
    },
    {
      title: 'Answer with sources',
      text: 'Ask in plain words and see which passages of your documents the answer comes from.',
    },
  ],
  closing: `Until then, ${brand.chat} reads the files you attach.`,
  openChat: `Open ${brand.chat}`,
} as const;
