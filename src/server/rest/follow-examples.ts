import { ids, time } from './examples';

export const news = {
  since: '2026-05-01T09:00:00.000Z',
  asOf: time,
  counts: { opened: 0, closed: 0, target: 1, stop: 0, review: 0, wrongIf: 0, moved: 0 },
  items: [
    {
      positionId: ids.position,
      name: 'Tesla',
      ticker: 'TSLA',
      kind: 'target' as const,
      at: time,
      level: '250.00',
      price: '251.20',
    },
  ],
};

export const settings = {
  followsAll: true,
  choices: [{ positionId: ids.position, isFollowed: true }],
  alertMails: false,
  mailState: 'available' as const,
  feedCreatedAt: null,
};
export const createdFeed = { url: 'https://qinsight.example/qinvest/feed.atom?key=secret', feedCreatedAt: time };
