/** Fake sites on 127.0.0.1. Every page has the same response time and contains an article with navigation around it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';

export interface BenchSites {
  /** In the format of FETCH_ALLOW_PRIVATE. */
  hosts: string;
  /** URLs that have not been requested yet, one per site. */
  newPages(): string[];
  /** Process id of the sites. */
  pid: number;
  close(): void;
}

const words =
  'the of and to in for on with revenue margin growth rates inflation policy market demand supply quarter year report analysts guidance segment operating income capital spending debt equity buyback dividend outlook risk currency energy software chips consumer industry region forecast bank central deposit yield curve spread'.split(
    ' ',
  );

/** A deterministic random generator, different for each page. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function sentence(random: () => number): string {
  const length = 8 + Math.floor(random() * 16);
  const chosen = Array.from({ length }, () => words[Math.floor(random() * words.length)] as string);
  const at = Math.floor(random() * length);
  chosen[at] += ` ${(random() * 100).toFixed(1)}%`;
  return `${chosen.join(' ').replace(/^./, (first) => first.toUpperCase())}.`;
}

/** Sentences with one figure each, in paragraphs. */
export function sentencesOf(seed: number, characters: number): string[][] {
  const random = randomOf(seed);
  const paragraphs: string[][] = [];
  for (let size = 0; size < characters; ) {
    const paragraph = Array.from({ length: 4 }, () => sentence(random));
    size += paragraph.join(' ').length;
    paragraphs.push(paragraph);
  }
  return paragraphs;
}

/** An HTML page of about this many characters. */
function htmlOf(seed: number, characters: number): string {
  const body = sentencesOf(seed, characters * 0.9).map((paragraph, index) => {
    const text = `<p class="body-text">${paragraph.join(' ')}</p>`;
    return index % 5 === 0 ? `<h2 id="part-${index}">Part ${index}</h2>${text}` : text;
  });
  const links = Array.from({ length: 40 }, (_, index) => `<li><a href="/topic/${index}">Topic ${index}</a></li>`);
  return `<!doctype html><html lang="en"><head><title>Report ${seed}</title><style>.a{color:red}</style></head>
    <body><nav><ul>${links.join('')}</ul></nav><main><article><h1>Report ${seed}</h1>${body.join('\n')}</article></main>
    <footer>${links.join('')}</footer></body></html>`;
}

/** Starts one site per page size, in a separate process, because real sites use no CPU time of the reader. */
export async function startSites(sizes: readonly number[], answerMs: number) {
  const child = fork(fileURLToPath(new URL('sites-process.ts', import.meta.url)), [
    String(answerMs),
    ...sizes.map(String),
  ]);
  const [ports] = (await once(child, 'message')) as [number[]];
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  let asked = 0;
  return {
    hosts: hosts.join(','),
    pid: child.pid as number,
    newPages() {
      asked += 1;
      return hosts.map((host) => `http://${host}/report/${asked}`);
    },
    close() {
      child.kill();
    },
  } satisfies BenchSites;
}

export async function startOne(seed: number, answerMs: number, characters: number): Promise<Server> {
  const html = Buffer.from(htmlOf(seed, characters));
  const server = createServer((request, response) => {
    setTimeout(() => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
    }, answerMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
