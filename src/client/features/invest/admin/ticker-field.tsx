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
  const { line, look, forget } = useMarket();
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
        forget();
        onChange(event);
      }}
      onBlur={(event) => {
        look(event.currentTarget.value.trim());
        onBlur(event);
      }}
    />
  );
}

interface Asked {
  ticker: string;
  /** Undefined while loading, null if it failed. */
  found?: TickerLookup | null;
}

/** Requested once per ticker, and not again when the portfolio is reloaded. */
function useMarket() {
  const { client } = trpc.useUtils();
  const [asked, setAsked] = useState<Asked>();
  function look(ticker: string) {
    if (ticker === '' || ticker === asked?.ticker) return;
    setAsked({ ticker });
    const show = (found: TickerLookup | null) => setAsked((now) => (now?.ticker === ticker ? { ticker, found } : now));
    client.positions.lookup.query({ ticker }).then(show, () => show(null));
  }
  return { line: lineOf(asked), look, forget: () => setAsked(undefined) };
}

function lineOf(asked: Asked | undefined): string {
  if (!asked) return words.marketHint;
  const { found } = asked;
  if (found === undefined) return words.lookingUp;
  if (found === null || found.state === 'unavailable') return words.noMarket;
  const { ticker, state, name, exchange, currency, price } = found;
  if (state === 'unknown') return words.unknownTicker(ticker);
  return [name ?? ticker, exchange, currency, price && moneyText(price, currency)].filter(Boolean).join(' · ');
}
