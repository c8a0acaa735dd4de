/** The pages that signed-in users see inside the frame of the application. */
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
