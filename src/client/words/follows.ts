import type { NewsKind } from '~/shared/news-kinds';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const summaries: Record<NewsKind, (count: number) => string> = {
  opened: (count) => `${count} new`,
  closed: (count) => `${count} closed`,
  target: (count) => plural(count, 'target reached', 'targets reached'),
  stop: (count) => plural(count, 'stop reached', 'stops reached'),
  moved: (count) => `${count} moved by 10% or more`,
  wrongIf: (count) => plural(count, 'fact about "Wrong if"', 'facts about "Wrong if"'),
  review: (count) => plural(count, 'review due', 'reviews due'),
};

export const followWords = {
  newsTitle: 'Since your last visit',
  newsSince: (time: string) => `Your last visit was ${time}.`,
  summaries,
  show: 'Show news',
  hide: 'Hide news',
  dismiss: 'Dismiss news',
  dismissFailed: 'Failed to dismiss the news',
  more: (count: string) => `and ${count} more`,
  opened: 'New position',
  closed: (price: string) => `Closed at ${price}`,
  target: (level: string, price: string) => `Target ${level} reached at ${price}`,
  stop: (level: string, price: string) => `Stop ${level} reached at ${price}`,
  moved: (percent: string, price: string) => `${percent}, now ${price}`,
  review: 'Review is due',
  wrongIf: 'Your research found a fact about "Wrong if"',
  report: 'Read the report',

  follow: 'Follow',
  following: 'Following',
  followNamed: (name: string) => `Follow ${name}`,
  followFailed: 'Failed to save what you follow',

  heading: 'Followed positions',
  note: 'qInvest shows what has happened to them since your last visit.',
  couldNotLoad: "Couldn't load what you follow",
  all: 'Follow all positions',
  allNote: 'Use the bell next to a position to follow or unfollow just that one.',

  mails: 'Email me alerts',
  mailStates: {
    available: 'One email a day at most, with everything since the last one.',
    off: 'This server sends no email.',
    unconfirmed: 'Confirm your email address first.',
  },
  feedNote: 'An Atom feed shows the same news in a feed reader. Its address is secret.',
  feedCreated: (day: string) => `You created a private feed on ${day}.`,
  createFeed: 'Create Private Feed',
  renewFeed: 'Create a New Address',
  deleteFeed: 'Delete Feed',
  creating: 'Creating...',
  deleting: 'Deleting...',
  feedFailed: 'Failed to change the feed',
  feedDeleted: 'Feed deleted',
  feedOnce: 'Copy the address into your feed reader now. It is not shown again.',
  feedAddress: 'Address of the feed',
  copy: 'Copy address',
  done: 'Done',
} as const;
