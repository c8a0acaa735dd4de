/**
 * 100 KB of each pattern that makes a careless regular expression or loop take minutes, and a way to measure work on
 * it: as a multiple of a linear reference in the same run, so that slow machines don't matter.
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

/** Surrounded by other characters, so that an almost complete match fails at the end. */
const hostileTexts: readonly { name: string; text: string }[] = patterns.map((pattern) => ({
  name: JSON.stringify(pattern),
  text: `x ${pattern.repeat(hostileLength / pattern.length)}x`,
}));

/** On 100 KB, linear work takes far less than this many times the reference, quadratic work more. */
const maxTimes = 100;

/** Returns the patterns on which the work is too slow, with the measured factor; empty if there are none. */
export async function findSlowInputs(
  work: (text: string) => unknown,
  texts: readonly { name: string; text: string }[] = hostileTexts,
): Promise<string[]> {
  const slow: string[] = [];
  for (const { name, text } of texts) {
    let times = Number.POSITIVE_INFINITY;
    // Three attempts, because another process may slow down a single one.
    for (let attempt = 0; attempt < 3 && times > maxTimes; attempt++) {
      if (attempt > 0) await otherTimersRan();
      const taken = await timeOf(() => work(text));
      times = taken < minMs ? 0 : taken / (await timeOf(reference));
    }
    if (times > maxTimes) slow.push(`${name}: ${Math.round(times)} times the reference`);
    // Stops early, because each slow pattern can take minutes.
    if (slow.length === 3) break;
  }
  return slow;
}

/** Shorter times are not compared. */
const minMs = 20;

/** The most CPU time in milliseconds between two turns of the event loop during `run`. */
export async function longestTask(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let last = cpuMs();
  const tick = () => {
    const now = cpuMs();
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

/** CPU time of this process in milliseconds, which other processes on the machine do not affect. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function timeOf(work: () => unknown): Promise<number> {
  const start = cpuMs();
  await work();
  return cpuMs() - start;
}

const pauseMs = 100;
const maxPauses = 300;

/** Waits, up to a limit, until other work in this process is done, such as closing a server or garbage collection. */
async function otherTimersRan(): Promise<void> {
  for (let pause = 0; pause < maxPauses; pause++) {
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
