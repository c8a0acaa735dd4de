/** Collects the elements of a Portfolio Performance file that an import needs, in one pass. */
import { unit } from './amounts';

export interface Security {
  name: string;
  ticker: string;
  /** Days of its splits. */
  splits: string[];
  lastEvent?: { type: string; date: string };
}

export interface Transaction {
  depth: number;
  isPortfolio: boolean;
  texts: Map<string, string>;
  security: string;
  costs: bigint;
  gross?: { amount: bigint; currency: string };
  unitType: string;
}

const portfolioNames = ['portfolio-transaction', 'portfolioTransaction'];
const accountNames = ['account-transaction', 'accountTransaction'];

export function createReader() {
  const path: string[] = [];
  const open: Transaction[] = [];
  const found: Transaction[] = [];
  const securities: Security[] = [];
  const ids = new Map<string, Security>();
  let version = '';
  let written = '';
  let security: Security | undefined;

  const handler = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      path.push(name);
      written = '';
      if (path.length === 3 && name === 'security' && path[1] === 'securities') {
        security = { name: '', ticker: '', splits: [] };
        securities.push(security);
        if (attributes.id) ids.set(attributes.id, security);
      }
      const isPortfolio = portfolioNames.includes(name);
      if ((isPortfolio || accountNames.includes(name)) && !attributes.reference) {
        const own = { depth: path.length, isPortfolio, texts: new Map(), security: '', costs: 0n, unitType: '' };
        open.push(own);
        found.push(own);
      }
      const current = open.at(-1);
      if (current) addAttributes(current, path, attributes);
    },
    text(piece: string) {
      if (written.length < 1000) written += piece;
    },
    close(name: string) {
      const text = written.trim();
      if (path.length === 2 && name === 'version') version = text;
      if (security) addToSecurity(security, path, text);
      const current = open.at(-1);
      if (current && path.length === current.depth + 1) current.texts.set(name, text);
      if (current && path.length === current.depth) open.pop();
      if (path.length === 3 && name === 'security') security = undefined;
      path.pop();
      written = '';
    },
  };

  return {
    handler,
    result: () => ({
      version: Number(version),
      /** In file order. */
      transactions: found,
      securityOf: ({ security: reference }: Transaction) => ids.get(reference) ?? securities[numberOf(reference)],
    }),
  };
}

/** The zero-based index from the last part of "../../../securities/security[2]". */
function numberOf(reference: string): number {
  const match = /(?:^|\/)securities\/security(?:\[(\d+)\])?$/.exec(reference);
  return match ? Number(match[1] ?? 1) - 1 : -1;
}

function addAttributes(current: Transaction, path: readonly string[], attributes: Readonly<Record<string, string>>) {
  const name = path.at(-1);
  const depth = path.length - current.depth;
  if (depth === 1 && name === 'security') current.security = attributes.reference ?? '';
  if (path[current.depth] !== 'units') return;
  if (depth === 2 && name === 'unit') current.unitType = attributes.type ?? '';
  if (depth !== 3) return;
  const amount = centsAmount(attributes.amount ?? '') ?? 0n;
  if (name === 'amount' && current.unitType !== 'GROSS_VALUE') current.costs += amount;
  if (name === 'forex' && current.unitType === 'GROSS_VALUE')
    current.gross = { amount, currency: attributes.currency ?? '' };
}

/** Reads the security's own fields and the days of its splits: security > events > stockSplit or event > date, type. */
function addToSecurity(security: Security, path: readonly string[], text: string): void {
  const name = path.at(-1);
  if (path.length === 4 && name === 'name') security.name = text;
  if (path.length === 4 && name === 'tickerSymbol') security.ticker = text;
  if (path[3] !== 'events') return;
  if (path.length === 5) {
    if (security.lastEvent?.type === 'STOCK_SPLIT') security.splits.push(security.lastEvent.date);
    delete security.lastEvent;
  } else if (path.length === 6 && (name === 'type' || name === 'date'))
    security.lastEvent = { type: '', date: '', ...security.lastEvent, [name]: text };
}

/** Parses money in cents. */
export const centsAmount = (text: string): bigint | undefined =>
  /^-?\d{1,15}$/.test(text) ? BigInt(text) * (unit / 100n) : undefined;
