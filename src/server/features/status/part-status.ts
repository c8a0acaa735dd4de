/** What the Status page says about a part that fails or is off. */
import type { PartStatus, StatusPart } from '~/shared/schemas/status';

/** Advice to the operator for a part that fails, also in `doctor`. The other parts never fail here. */
export const partFixes = {
  database: 'Check DATABASE_URL and the database server.',
  storage: 'Check the S3_ settings, or the folder DATA_DIR/objects.',
  redis: 'Check REDIS_URL and the Redis server.',
  email: 'Check SMTP_URL: user name, password, port, smtp or smtps.',
  prices: 'Check PRICE_BASE_URL, or set PRICE_PROVIDER=none.',
  timestamps:
    'Check the network and TIMESTAMP_AUTHORITIES. The server tries again every hour, and the track record shows the failure.',
  backups: 'The server retries after 30 minutes.',
} satisfies Partial<Record<StatusPart, string>>;

export const failing = (part: keyof typeof partFixes, detail: string): PartStatus => ({
  part,
  state: 'failing',
  detail,
  fix: partFixes[part],
});

export const off = (part: StatusPart, detail: string): PartStatus => ({ part, state: 'off', detail });
