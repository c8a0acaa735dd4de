/** What a user follows in the portfolio. Before the routes with a position's id, so that their names are not taken for ids. */
import { time } from './examples';
import * as example from './follow-examples';
import { rowsOf } from './route';

const positions = rowsOf('Positions');

export const followRoutes = [
  positions.get('/positions/news', 'follows.news', 'Get news of the positions that you follow', example.news, {
    description:
      'Since your last visit: new and closed positions, targets and stops that were reached, due reviews, and moves of 10% or more. Reading them does not mark them as seen.',
  }),
  positions.put(
    '/positions/news/seen',
    'follows.look',
    'Record a visit, or mark news as seen',
    { since: time },
    {
      description: 'With `until`, the `asOf` of the news that you have seen. News since then are returned from now on.',
      body: { example: { until: time }, isOptional: true },
    },
  ),
  positions.get('/positions/following', 'follows.settings', 'Get what you follow', example.settings),
  positions.patch('/positions/following', 'follows.change', 'Change what you follow', example.settings, {
    body: { example: { followsAll: true } },
    errors: { 409: 'Emails need a mail server and a confirmed email address.' },
  }),
  positions.put(
    '/positions/:id/follow',
    'follows.follow',
    'Follow a position, or leave it out',
    { isFollowed: true },
    {
      body: { example: { isFollowed: true } },
    },
  ),
  positions.post('/positions/following/feed', 'follows.createFeed', 'Create your private feed', example.createdFeed, {
    description:
      'An Atom feed of your news. Its address is secret and shown only once; a new one replaces the one before.',
    status: 201,
  }),
  positions.remove('/positions/following/feed', 'follows.deleteFeed', 'Delete your private feed', {
    message: 'Feed deleted',
  }),
];
