import { section } from '../lib/words';

export const notFoundWords = section('notFound', {
  title: 'Page Not Found',
  beforePath: 'No route matches',
  afterPath: 'Did you forget to add it to the router?',
  home: 'Go to the start page',
});
