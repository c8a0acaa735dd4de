/** What a user follows in the portfolio. Before the routes with a position's id, so that their names are not taken for ids. */
import { time } from './examples';
import * as example from './follow-examples';
import { rowsOf } from './route';

const positions = rowsOf('Positions');

export const followRoutes = [
  positions.get('/positions/news', 'follows.news', example.news),
  positions.put(
    '/positions/news/seen',
    'follows.look',
    { since: time },
    { body: { until: time }, isBodyOptional: true },
  ),
  positions.get('/positions/following', 'follows.settings', example.settings),
  positions.patch('/positions/following', 'follows.change', example.settings, { body: { followsAll: true } }),
  positions.put('/positions/:id/follow', 'follows.follow', { isFollowed: true }, { body: { isFollowed: true } }),
  positions.post('/positions/following/feed', 'follows.createFeed', example.createdFeed, { status: 201 }),
  positions.remove('/positions/following/feed', 'follows.deleteFeed', 'Feed deleted'),
];
