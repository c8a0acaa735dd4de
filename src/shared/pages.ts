/** Public pages: each is an HTML document that is prerendered at build time. */
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

/** Paths of the application. All paths that are on neither list return 404. */
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

export const isPublicPath = (path: string): boolean => publicPaths.some((one) => one === path);
