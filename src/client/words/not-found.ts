export const notFoundWords = {
  title: 'Page Not Found',
  sentence: "We couldn't find that page.",
  beforePath: 'No route matches',
  thisAddress: 'this address',
  afterPath: 'Did you forget to add it to the router?',
  otherPages: 'Other pages',
  home: 'Go to the home page',
} as const;
