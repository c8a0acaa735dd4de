/**
 * 100 KB of each pattern that makes a careless regular expression or loop take minutes, and a measure for work on it:
 * a multiple of a fixed, plainly linear piece of work in the same run. A slow machine slows both.
 */
export const hostileLength = 100_000;

const patterns = [
  ...['a', '1', '.', '@', ' ', '\n', '\t', '"', "'", '“', '«', '(', ')', '[', ']', '<', '>', '|', '*', '_', '`', '~'],
  ...['-', '#', '!', '?', ':', '/', '\\', '%', '$', '&', ',', '=', '😀', '\ud83d'],
  ...[
    ',111',
    '1.',
    '1. ',
    '$1',
    '1%',
    '$1 ',
    '1% ',
    '1\n',
    '.\n',
    ' \n',
    '\n ',
    '\n\n',
    '> ',
    '- ',
    '| ',
    '|-',
    '|1%',
    '||\n',
  ],
  ...[
    '](',
    '[](',
    '![',
    '[[',
    '[\\[',
    '[a](',
    '[[1]](http://',
    '[^1]',
    '[^1]:',
    '[a]: ',
    'http://',
    'www.',
    'a@',
    '@a.',
    '. ',
    '? ',
  ],
  ...[
    '"a',
    'a"',
    '"""',
    '```',
    '``',
    '**',
    '*a',
    '_a ',
    '<a',
    '<!--',
    '&a',
    'a b ',
    'a\n',
    'a\n\n',
    '- a\n',
    '> a\n',
    '|a|\n',
  ],
  ...[
    '| a | $1 |\n',
    '| a | 1% |\n',
    '- up 1%\n',
    'Up 1%. ',
    'up 1%, ',
    '$1\n\n',
    'word $1 ',
    "a'",
    'a.',
    'a-',
    'A.',
    '[[fig:',
    '[[fig:1]]',
  ],
  ...['data:', '{"a":', '<file ', ';', '\r', '\r\n', '\u2028', '\u0301', 'word '.repeat(2)],
];

/** Between other characters, where a match that nearly succeeds fails at its end. */
export const hostileTexts: readonly { name: string; text: string }[] = patterns.map((pattern) => ({
  name: JSON.stringify(pattern),
  text: `x ${pattern.repeat(hostileLength / pattern.length)}x`,
}));

/** Work on 100 KB in proportion to its length stays far below this many times the reference; its square does not. */
const mostTimes = 100;

/** The patterns on which some work takes too long, and how many times the reference it took; empty when all is well. */
export async function tooSlowOn(
  work: (text: string) => unknown,
  texts: readonly { name: string; text: string }[] = hostileTexts,
): Promise<string[]> {
  const slow: string[] = [];
  for (const { name, text } of texts) {
    let times = Number.POSITIVE_INFINITY;
    // A pause of the machine hits one attempt, not three.
    for (let attempt = 0; attempt < 3 && times > mostTimes; attempt++) {
      if (attempt > 0) await othersDone();
      const taken = await timeOf(() => work(text));
      times = taken < leastMs ? 0 : taken / (await timeOf(reference));
    }
    if (times > mostTimes) slow.push(`${name}: ${Math.round(times)} times the reference`);
    // What is slow once is slow often, and each attempt can take minutes.
    if (slow.length === 3) break;
  }
  return slow;
}

/** What takes less is not worth comparing. */
const leastMs = 20;

/** The longest time in milliseconds for which the event loop was held while something ran; to compare with another. */
export async function longestHold(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setTimeout(tick, 0);
  };
  tick();
  await run();
  tick();
  isOver = true;
  return longest;
}

/** Milliseconds of processor time: what else runs on the machine does not count. */
async function timeOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const pauseMs = 100;
const mostPauses = 300;

/** Waits, for a time, until nothing else in this process works: a closed server, a collection of garbage. */
async function othersDone(): Promise<void> {
  for (let pause = 0; pause < mostPauses; pause++) {
    const busyMs = await timeOf(() => new Promise((resolve) => setTimeout(resolve, pauseMs)));
    if (busyMs < pauseMs / 5) return;
  }
}

const referenceText = 'A plain sentence, as people write them. '.repeat(hostileLength / 40);

function reference(): number {
  let characters = 0;
  for (const [character] of referenceText.matchAll(/[\s\S]/g)) characters += character.length;
  return characters;
}
