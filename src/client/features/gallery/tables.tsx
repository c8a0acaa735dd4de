import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Badge } from '~/client/ui/content/badge';
import { Button } from '~/client/ui/form/button';
import { type Column, DataTable, type Sort } from '~/client/ui/table/data-table';
import { ComponentExample } from './component-example';

interface Holding {
  ticker: string;
  name: string;
  price: number;
  isOpen: boolean;
}

const few: Holding[] = [
  { ticker: 'TSLA', name: 'Tesla', price: 212.1, isOpen: true },
  { ticker: 'GOOGL', name: 'Alphabet', price: 1161.75, isOpen: true },
  {
    ticker: 'BABA',
    name: 'A company whose name is longer than its column is wide, and then some',
    price: 8.05,
    isOpen: false,
  },
];
const thousands: Holding[] = Array.from({ length: 5000 }, (_, index) => ({
  ticker: `T${index + 1}`,
  name: `Company ${index + 1}`,
  price: (index * 37) % 991,
  isOpen: index % 3 > 0,
}));

const columns: Column<Holding, 'name' | 'ticker' | 'price' | 'state' | 'actions'>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortable: true, isPrimary: true },
  { key: 'ticker', header: 'Ticker', cell: ({ ticker }) => ticker, sortable: true },
  { key: 'state', header: 'State', cell: ({ isOpen }) => <Badge>{isOpen ? 'Open' : 'Closed'}</Badge> },
  { key: 'price', header: 'Price', cell: ({ price }) => `$${price.toFixed(2)}`, align: 'end', sortable: true },
  { key: 'actions', header: 'Actions', cell: () => <Button size="sm">Close</Button>, align: 'end', isActions: true },
];

const shared = {
  columns,
  rowKey: ({ ticker }: Holding) => ticker,
  loadingText: 'Loading positions...',
  emptyText: 'No open positions',
};
type Key = (typeof columns)[number]['key'];

const byName = (a: Holding, b: Holding) => a.name.localeCompare(b.name, 'en');
const comparisons: Partial<Record<Key, (a: Holding, b: Holding) => number>> = {
  name: byName,
  ticker: (a, b) => a.ticker.localeCompare(b.ticker, 'en'),
  price: (a, b) => a.price - b.price,
};

function sorted(rows: Holding[], { key, direction }: Sort<Key>): Holding[] {
  const ascending = rows.toSorted(comparisons[key] ?? byName);
  return direction === 'ascending' ? ascending : ascending.reverse();
}

export function Tables() {
  const [sort, setSort] = useState<Sort<Key>>({ key: 'name', direction: 'ascending' });
  const [count, setCount] = useState(200);
  return (
    <>
      <ComponentExample name="Rows" column>
        <DataTable {...shared} caption="A few positions" rows={sorted(few, sort)} sort={sort} onSort={setSort} />
      </ComponentExample>
      <ComponentExample name="Loading" column>
        <DataTable {...shared} caption="Positions that load" rows={undefined} />
      </ComponentExample>
      <ComponentExample name="Empty and error" column>
        <DataTable {...shared} caption="No positions" rows={[]} />
        <DataTable
          {...shared}
          caption="Positions that failed"
          rows={undefined}
          error={{ title: "Couldn't load positions", description: 'The server is away.', onRetry: () => {} }}
        />
      </ComponentExample>
      <ComponentExample name="Thousands" column>
        <Text textStyle="caption" color="fg.muted">
          {count} of {thousands.length} here, more as the end comes near
        </Text>
        <DataTable
          {...shared}
          caption="Thousands of positions"
          rows={thousands.slice(0, count)}
          totalCount={thousands.length}
          more={{
            hasMore: count < thousands.length,
            isLoading: false,
            isError: false,
            load: () => setCount((now) => Math.min(now + 200, thousands.length)),
          }}
        />
      </ComponentExample>
    </>
  );
}
