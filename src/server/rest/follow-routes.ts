import { time } from './examples';
/** What a user follows in the portfolio. Before the routes with a position's id, so that their names are not taken for ids. */
import { rowsOf } from './route';

const positions = rowsOf('Positions');

export const followRoutes = [
  positions.get('/positions/news', 'follows.news'),
  positions.put('/positions/news/seen', 'follows.look', {
    example: { since: time },
    body: { until: time },
    isBodyOptional: true,
  }),
  positions.get('/positions/following', 'follows.settings'),
  positions.patch('/positions/following', 'follows.change', { body: { followsAll: true } }),
  positions.put('/positions/:id/follow', 'follows.follow', {
    example: { isFollowed: true },
    body: { isFollowed: true },
  }),
  positions.post('/positions/following/feed', 'follows.createFeed', { status: 201 }),
  positions.remove('/positions/following/feed', 'follows.deleteFeed', 'Feed deleted'),
];
