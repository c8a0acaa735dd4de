/** Pages that are HTML on arrival, for everybody: each is a document of its own, drawn at build time. */
export const publicPaths = [
  '/',
  '/qreview',
  '/qstrategy',
  '/qbrain',
  '/investors',
  '/terms',
  '/privacy',
  '/disclaimer',
] as const;

/** Screens of the application. Every path that is on neither list shows the 404 page, with that status. */
export const pagePaths = [
  '/auth',
  '/qchat',
  '/knowledge',
  '/collections',
  '/settings',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/invitation',
  '/qinvest',
  '/qinvest/back-test',
  '/qinvest/position',
  '/track-record',
  '/admin-setup',
] as const;

export type PublicPath = (typeof publicPaths)[number];
