import { type ChangeEvent, type FocusEvent, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { TextField, type TextFieldProps } from '~/client/ui/form/field';
import { investWords as words } from '~/client/words/invest';
import { moneyText } from '~/shared/currencies';
import type { TickerLookup } from '~/shared/schemas/lookup';

/** The props returned by registering a form field. */
type TickerFieldProps = Pick<TextFieldProps, 'name' | 'ref' | 'error'> & {
  onChange: (event: ChangeEvent<HTMLInputElement>) => unknown;
  onBlur: (event: FocusEvent<HTMLInputElement>) => unknown;
};

/**
 * A ticker with the price provider's data once the field is left. The line below is always present, so that nothing
 * moves while a button is pressed.
 */
export function TickerField({ onChange, onBlur, ...field }: TickerFieldProps) {
  const { line, lookUp, clear } = useMarket();
  return (
    <TextField
      label={words.tickerSymbol}
      placeholder={words.tickerPlaceholder}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      hint={line}
      {...field}
      onChange={(event) => {
        clear();
        onChange(event);
      }}
      onBlur={(event) => {
        lookUp(event.currentTarget.value.trim());
        onBlur(event);
      }}
    />
  );
}

interface Lookup {
  ticker: string;
  /** Undefined while loading, null if it failed. */
  market?: TickerLookup | null;
}

/** Requested once per ticker, and not again when the portfolio is reloaded. */
function useMarket() {
  const { client } = trpc.useUtils();
  const [lookup, setLookup] = useState<Lookup>();
  function lookUp(ticker: string) {
    if (ticker === '' || ticker === lookup?.ticker) return;
    setLookup({ ticker });
    const show = (market: TickerLookup | null) =>
      setLookup((now) => (now?.ticker === ticker ? { ticker, market } : now));
    client.positions.lookup.query({ ticker }).then(show, () => show(null));
  }
  return { line: lineOf(lookup), lookUp, clear: () => setLookup(undefined) };
}

function lineOf(lookup: Lookup | undefined): string {
  if (!lookup) return words.marketHint;
  const { market } = lookup;
  if (market === undefined) return words.lookingUp;
  if (market === null || market.state === 'unavailable') return words.noMarket;
  const { ticker, state, name, exchange, currency, price } = market;
  if (state === 'unknown') return words.unknownTicker(ticker);
  return [name ?? ticker, exchange, currency, price && moneyText(price, currency)].filter(Boolean).join(' · ');
}
