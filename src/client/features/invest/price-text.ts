import { moneyText } from '~/shared/currencies';

/**
 * '$180.25', '€180.25', 'GBp 180.25'; '-' if unknown. Prices are exact decimal strings and are never converted to
 * floats.
 */
export const priceText = (price: string | null | undefined, currency?: string): string =>
  price ? moneyText(price, currency) : '-';

/** '$0.24' for '0.240000': amounts have two to six decimals. */
export const amountText = (amount: string, currency?: string): string =>
  moneyText(amount.replace(/(\.\d\d\d*?)0+$/, '$1'), currency);
