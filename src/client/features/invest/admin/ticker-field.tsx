import { type ChangeEvent, type FocusEvent, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { TextField, type TextFieldProps } from '~/client/ui/form/field';
import { investWords as words } from '~/client/words/invest';
import { moneyText } from '~/shared/currencies';
import type { TickerLookup } from '~/shared/schemas/lookup';

/** As a form registers a field. */
type TickerFieldProps = Pick<TextFieldProps, 'name' | 'ref' | 'error'> & {
  onChange: (event: ChangeEvent<HTMLInputElement>) => unknown;
  onBlur: (event: FocusEvent<HTMLInputElement>) => unknown;
};

/**
 * A ticker with what the price provider says of it once the field is left. There is always a line, so that the fields
 * below stay where they are while a button is pressed.
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
  /** undefined while it is on its way, null where it failed. */
  found?: TickerLookup | null;
}

/** Asked once for each ticker, and not again whenever the portfolio is read again. */
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
