import { brand } from '~/shared/brand';

/** Titles and descriptions of public pages for search engines and link previews. */
export const siteMetaWords = {
  home: {
    title: `${brand.company} · AI insight for founders, boards and investors`,
    description: `${brand.chat} answers from live web search and your own documents, with sources. ${brand.invest} tracks investment ideas and shows how each gain is calculated. $30/mo, first month free.`,
  },
  review: {
    title: `${brand.review} · Survey up to 20,000 potential customers · ${brand.company}`,
    description:
      'Find out whether people would buy before you build: a survey of up to 20,000 potential customers for $1900, with a free call first.',
  },
  strategy: {
    title: `${brand.strategy} · Consultants and AI agents trained on your data · ${brand.company}`,
    description:
      'Advisory that combines consultancy with AI agents trained on your own data. Schedule a call at no cost.',
  },
  brain: {
    title: `${brand.brain} · Your documents as a memory · ${brand.company}`,
    description:
      "Coming soon: a retrieval system, organized like memory, that analyzes your company's documents in several passes.",
  },
  investors: {
    title: `Invest in ${brand.company} · Token launch waitlist`,
    description:
      'The planned deflationary utility token: burn mechanism, real utility. Join the waitlist for the launch.',
  },
  terms: {
    title: `Terms of use · ${brand.company}`,
    description: `What you may expect from ${brand.company}, and what is expected of you.`,
  },
  privacy: {
    title: `Privacy · ${brand.company}`,
    description: 'What we store, why, who can see it, and when it is deleted.',
  },
  disclaimer: {
    title: `Disclaimer · ${brand.company}`,
    description: 'Not investment advice. Back-tests are hypothetical. AI-generated answers can be wrong.',
  },
  notFound: { title: `Page Not Found · ${brand.company}`, description: 'There is no page at this address.' },
} as const;
