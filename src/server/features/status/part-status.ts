/** What the Status page says about a part that fails or is off. */
import { reasonOf } from '~/server/lib/caught';
import { withTimeLimit } from '~/server/lib/wait';
import type { PartStatus, StatusPart } from '~/shared/schemas/status';

/** How long a service may take to respond before it counts as failing. */
const maxWaitMs = 3000;

/** Advice to the operator for a part that fails, also in `doctor`. The other parts never fail here. */
export const partFixes = {
  database: 'Check DATABASE_URL and the database server.',
  storage: 'Check the S3_ settings, or the folder DATA_DIR/objects.',
  redis: 'Check REDIS_URL and the Redis server.',
  endpoints: 'Check the address, key, headers and proxy under Settings, Admin, AI Models, or the AI_ settings.',
  search: "Check the key and address under Settings, Admin, Search, or in the server's settings.",
  mirror: 'Check XAI_MANAGEMENT_KEY and XAI_API_KEY.',
  signIn: 'Check OIDC_ISSUER and OIDC_PROVIDERS, and the network to the provider.',
  email: 'Check SMTP_URL: user name, password, port, smtp or smtps.',
  prices: 'Check PRICE_BASE_URL, or set PRICE_PROVIDER=none.',
  timestamps:
    'Check the network and TIMESTAMP_AUTHORITIES. The server tries again every hour, and the track record shows the failure.',
  traces: 'Check OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS and the collector.',
  backups: 'The server retries after 30 minutes.',
} satisfies Partial<Record<StatusPart, string>>;

export const failing = (part: keyof typeof partFixes, detail: string): PartStatus => ({
  part,
  state: 'failing',
  detail,
  fix: partFixes[part],
});

export const off = (part: StatusPart, detail: string): PartStatus => ({ part, state: 'off', detail });

/** Why the work failed or took too long, or null. The signal aborts with the time limit. */
export async function problemOf(work: (signal: AbortSignal) => PromiseLike<unknown>): Promise<string | null> {
  const over = new AbortController();
  try {
    const isDone = await withTimeLimit(maxWaitMs, work(over.signal));
    return isDone ? null : `no response within ${maxWaitMs / 1000} s`;
  } catch (error) {
    return reasonOf(error);
  } finally {
    over.abort();
  }
}
