/**
 * The services that receive user data, from the settings and the database. Add new kinds of services here:
 * list-processors.test.ts names every setting that contains a URL. Logs, metrics and traces contain no user data.
 */
import type { Deps } from '~/server/deps';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { storedVendor } from '~/server/features/web/search-catalog';
import { vendorsOf } from '~/server/providers/search/create-search';
import { recipientOf } from './recipient';

export interface Processor {
  service: string;
  /** The host. */
  recipient: string;
  /** The data that is sent. */
  data: string;
}

type Needs = Pick<Deps, 'db' | 'env'>;

const data = {
  model:
    'Your messages, the conversation, passages and images of your files, your custom instructions, remembered facts, and portfolio data, to write answers. The beginning of documents in your collections, to summarize them. Some models also search the web.',
  embedding: 'The text of your files, and what you search for, to find matches by meaning.',
  reranking: 'What you ask, and passages of your files that may answer it, to rank them.',
  search: 'Search terms that the AI model chooses for your message.',
  prices: 'Tickers, currencies and dates. Nothing about you.',
  files: 'The files you upload, and previews of them.',
  database: 'Everything that is stored, except files.',
  events:
    'Notices between servers, such as parts of an answer in progress, and counts of requests by account and IP address.',
  email: 'Your email address, and the emails that are sent to you.',
  signIn: 'That you sign in here, if you choose this service. It sends your email address, name and groups in return.',
  timestamps: 'Fingerprints (hashes) of the public track record. Nothing about you.',
  companion: 'The files you choose from other services in the upload dialog.',
  mirror:
    'The names of collections copied to xAI, and the titles and text of their documents, so that xAI models can search them.',
};

export async function listProcessors(needs: Needs): Promise<Processor[]> {
  const [endpoints, searches] = await Promise.all([modelEndpoints(needs), searchVendors(needs)]);
  return unique([...endpoints, ...searches, ...ofSettings(needs.env)]);
}

async function modelEndpoints({ db, env }: Needs): Promise<Processor[]> {
  const rows = await db.modelEndpoint.findMany({
    where: { isEnabled: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { baseUrl: true, embeddingModel: true, rerankModel: true },
  });
  const first = env.model && {
    baseUrl: env.model.baseUrl,
    embeddingModel: env.AI_EMBEDDING_MODEL ?? null,
    rerankModel: env.AI_RERANK_MODEL ?? null,
  };
  return [...(first ? [first] : []), ...rows].flatMap(({ baseUrl, embeddingModel, rerankModel }) => [
    sentTo('AI model', baseUrl, data.model),
    ...(embeddingModel ? [sentTo('Search in files', baseUrl, data.embedding)] : []),
    ...(rerankModel ? [sentTo('Ranking of search results', baseUrl, data.reranking)] : []),
  ]);
}

async function searchVendors({ db, env }: Needs): Promise<Processor[]> {
  if (env.SEARCH_PROVIDER === 'none') return [];
  const rows = await db.searchProvider.findMany({ where: { isEnabled: true }, orderBy: { position: 'asc' } });
  const box = createSecretBox(env);
  const vendors = [...vendorsOf(env), ...rows.flatMap((row) => storedVendor(row, box) ?? [])];
  return vendors.map(({ baseUrl }) => sentTo('Web search', baseUrl, data.search));
}

const priceAddresses: Record<string, string> = {
  yahoo: 'https://finance.yahoo.com',
  tiingo: 'https://api.tiingo.com',
  eodhd: 'https://eodhd.com',
  alphavantage: 'https://www.alphavantage.co',
};

function ofSettings(env: Deps['env']): Processor[] {
  const s3 = env.S3_BUCKET
    ? (env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION ?? 'us-east-1'}.amazonaws.com`)
    : undefined;
  const main = env.PRICE_BASE_URL ?? priceAddresses[env.PRICE_PROVIDER];
  const second = env.PRICE_FALLBACK && priceAddresses[env.PRICE_FALLBACK];
  const rates = env.FX_PROVIDER === 'ecb' ? (env.FX_BASE_URL ?? 'https://data-api.ecb.europa.eu') : undefined;
  const listed: [service: string, url: string | undefined, data: string][] = [
    ['Prices', env.PRICE_PROVIDER === 'none' ? undefined : main, data.prices],
    ['Prices', second, data.prices],
    ['Exchange rates', rates, data.prices],
    ['Collections copied to xAI', env.xaiMirror?.managementUrl, data.mirror],
    ['Collections copied to xAI', env.xaiMirror?.apiUrl, data.mirror],
    ['File storage', s3, data.files],
    ['Database', env.DATABASE_URL, data.database],
    ['Events between servers', env.REDIS_URL, data.events],
    ['Email', env.SMTP_URL, data.email],
    ...env.oidc.map(({ issuer }): [string, string, string] => ['Sign-in', issuer, data.signIn]),
    ...[...env.TIMESTAMP_AUTHORITIES, ...env.OPENTIMESTAMPS_CALENDARS].map((url): [string, string, string] => [
      'Timestamps',
      url,
      data.timestamps,
    ]),
    ['Uploads from other services', env.COMPANION_URL, data.companion],
  ];
  return listed.flatMap(([service, url, what]) => (url ? [sentTo(service, url, what)] : []));
}

const sentTo = (service: string, url: string, what: string): Processor => ({
  service,
  recipient: recipientOf(url),
  data: what,
});

/** Two endpoints on one host are one recipient. */
const unique = (listed: Processor[]): Processor[] => [
  ...new Map(listed.map((one) => [`${one.service}\n${one.recipient}`, one])).values(),
];
