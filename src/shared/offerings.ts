import { brand } from './brand';

/** Offerings and the investors page, in the order of every menu. */
export const menuPages = [
  { path: '/qinvest', name: brand.invest },
  { path: '/qchat', name: brand.chat },
  { path: '/qreview', name: brand.review },
  { path: '/qstrategy', name: brand.strategy },
  { path: '/qbrain', name: brand.brain },
  { path: '/investors', name: 'Investors' },
] as const;

/** The landing page's claim: a hypothetical back-test, labeled as such everywhere. */
export const backTestClaim = '+350% over 5 years';
