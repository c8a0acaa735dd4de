/** The pages that are shown inside the application's layout. */
export const shellPaths: readonly string[] = [
  '/qchat',
  '/knowledge',
  '/collections',
  '/settings',
  '/qinvest',
  '/qinvest/back-test',
  '/qinvest/position',
  '/track-record',
  '/admin-setup',
];
