import { chakra } from '@chakra-ui/react';
import { openColumns } from '~/client/features/invest/book/position-columns';
import { TableCards } from '~/client/ui/table/table-cards';
import { TableRows } from '~/client/ui/table/table-rows';
import { investWords } from '~/client/words/invest';
import { formatPrice, gainsPercent, parsePrice } from '~/shared/money';
import type { Position } from '~/shared/schemas/positions';

/** A made-up price history of 24 days that ends at `price`: a wave on a slope, identical in every build. */
function pricesEndingAt(price: bigint, slope: number, wave: number): string[] {
  return Array.from({ length: 24 }, (_, day) => {
    const share = 1 - ((23 - day) / 23) * slope + Math.sin(day * wave) * 0.012 * ((23 - day) / 23);
    return formatPrice((price * BigInt(Math.round(share * 10_000))) / 10_000n);
  });
}

interface Sample {
  name: string;
  ticker: string;
  entry: string;
  latest: string;
  bought: string;
  slope: number;
  wave: number;
}

const samples: Sample[] = [
  {
    name: 'Alphabet',
    ticker: 'GOOGL',
    entry: '142.65',
    latest: '171.18',
    bought: '2024-01-12',
    slope: 0.06,
    wave: 0.9,
  },
  {
    name: 'Microsoft',
    ticker: 'MSFT',
    entry: '388.47',
    latest: '424.30',
    bought: '2024-01-12',
    slope: 0.03,
    wave: 1.3,
  },
  { name: 'Alibaba', ticker: 'BABA', entry: '84.90', latest: '81.25', bought: '2024-06-03', slope: -0.05, wave: 0.7 },
  { name: 'Amazon', ticker: 'AMZN', entry: '154.62', latest: '201.70', bought: '2024-01-12', slope: 0.08, wave: 1.1 },
];

const positions = samples.map(({ name, ticker, entry, latest, bought, slope, wave }): Position => {
  const price = parsePrice(latest) ?? 1n;
  return {
    id: ticker,
    userId: 'sample',
    name,
    ticker,
    avgEntryPrice: entry,
    purchaseDate: new Date(bought),
    status: 'open',
    closeDate: null,
    closePrice: null,
    createdAt: new Date(bought),
    latestPrice: latest,
    gainsPercent: gainsPercent(parsePrice(entry) ?? 1n, price),
    recentCloses: pricesEndingAt(price, slope, wave),
  };
});

const shown = {
  caption: investWords.openTitle,
  columns: openColumns({ onReceipt: () => {} }),
  rowKey: ({ id }: Position) => id,
  onNearEnd: () => {},
};

/** The table of open positions on wide screens, else the first card. */
export function SamplePositions() {
  const first = positions.slice(0, 2);
  return (
    <>
      {/* The image shows the whole table, so a sticky header would cover its rows. */}
      <chakra.div hideBelow="md" css={{ '& thead': { position: 'static' } }}>
        <TableRows {...shown} rows={positions} totalCount={positions.length} />
      </chakra.div>
      <chakra.div hideFrom="md">
        <TableCards {...shown} rows={first} totalCount={first.length} />
      </chakra.div>
    </>
  );
}
