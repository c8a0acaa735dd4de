/**
 * How much later an answer's first word arrives if its model searches the web and reads five pages first. The search
 * and the pages respond in 50 ms and the model at once, so the rest is the product's time.
 * Usage: npx tsx scripts/bench/searched-answer.ts [questions]
 */
import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { type RecordedRequest, startModelServer } from '~/server/testing/fakes/model-server';
import { startSearchServer } from '~/server/testing/fakes/search-server';
import { insertPeople } from './lib/people';
import { startPostgres } from './lib/postgres';
import { agentOf, productReader } from './lib/readers';
import { atMost, known, report } from './lib/report';
import { startServer } from './lib/server';
import { spread } from './lib/stats';
import { startSites } from './lib/web-pages';

const questions = Number(process.argv[2] ?? 20);
const warmUps = 5;
const answerMs = 50;
const sizes = [5, 20, 40, 70, 100].map((thousands) => thousands * 1000);

let pages: string[] = [];
const sites = await startSites(sizes, answerMs);
const search = await startSearchServer();
search.answer = (response: ServerResponse) => {
  const results = pages.map((url, index) => ({ url, title: `Report ${index}`, content: 'Growth and margins' }));
  const body = JSON.stringify({ query: '', number_of_results: results.length, results });
  setTimeout(() => response.setHeader('content-type', 'application/json').end(body), answerMs);
};
const model = await startModelServer({ script: nextOf });
const cluster = await startPostgres();
const databaseUrl = await cluster.createDatabase('bench');
const server = await startServer({
  DATABASE_URL: databaseUrl,
  AI_BASE_URL: model.baseUrl,
  AI_MODEL: 'bench',
  AI_API: 'chat',
  SEARXNG_URL: search.baseUrl,
  FETCH_ALLOW_PRIVATE: sites.hosts,
});
const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
// Users take turns, because one user would exceed the rate limit.
const people = await insertPeople(pool, 10);
const agent = agentOf();
const readers = await Promise.all(people.map((person) => productReader(server.url, person, agent)));

const times = { plain: [] as number[], searched: [] as number[] };
let cold = 0;
for (let index = 0; index < warmUps + questions; index++) {
  const reader = readers[index % readers.length] as (typeof readers)[number];
  const timed = async (question: string) => {
    const { askedAt, firstTextAt } = await reader.ask(question);
    return firstTextAt - askedAt;
  };
  const plain = await timed(`Plain ${index}`);
  pages = sites.newPages();
  const searched = await timed(`Search ${index}`);
  if (index === 0) cold = searched - plain;
  if (index < warmUps) continue;
  times.plain.push(plain);
  times.searched.push(searched);
}
for (const reader of readers) reader.close();

const [plain, searched] = [spread(times.plain), spread(times.searched)];
report(`First word of a searched answer with ${sizes.length} pages, ${questions} questions`, [
  known('without a search, median', `${plain.p50.toFixed(0)} ms`),
  known('with a search, median and p95', `${searched.p50.toFixed(0)} ms, ${searched.p95.toFixed(0)} ms`),
  known('the first question after the start, longer by', `${cold.toFixed(0)} ms`),
  atMost('median, longer than without a search by', searched.p50 - plain.p50, 400, 'ms', 0),
]);

await pool.end();
await server.stop();
await cluster.stop();
process.exit();

/** The model's next step: search, read all results at once, answer. */
function nextOf({ body }: RecordedRequest) {
  const messages = body.messages as { role: string; content: unknown }[];
  const question = messages.findLastIndex(({ role }) => role === 'user');
  const rounds = messages.slice(question).filter(({ role }) => role === 'assistant').length;
  if (!JSON.stringify(messages[question]?.content).includes('Search') || rounds === 2) return { text: 'It grew.' };
  if (rounds === 0) return { toolCalls: [{ name: 'web_search', input: { query: 'growth and margins' } }] };
  return { toolCalls: pages.map((url) => ({ name: 'read_page', input: { url } })) };
}
