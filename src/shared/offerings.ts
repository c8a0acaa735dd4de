import { brand } from './brand';

/** The offerings and the investors page as every menu lists them, in this order. */
export const menuPages = [
  { path: '/qinvest', name: brand.invest },
  { path: '/qchat', name: brand.chat },
  { path: '/qreview', name: brand.review },
  { path: '/qstrategy', name: brand.strategy },
  { path: '/qbrain', name: brand.brain },
  { path: '/investors', name: 'Investors' },
] as const;

/** What the landing page claims. It is a hypothetical back-test, and says so wherever it stands. */
export const backTestClaim = '+350% over 5 years';
