import { moneyText } from '~/shared/currencies';

/**
 * '$180.25', '€180.25', 'GBp 180.25'; '-' where nothing is known. Prices travel as exact decimals and are shown as they
 * came, never through a float.
 */
export const priceText = (price: string | null | undefined, currency?: string): string =>
  price ? moneyText(price, currency) : '-';

/** '$0.24' of '0.240000': amounts have two to six decimals. */
export const amountText = (amount: string, currency?: string): string =>
  moneyText(amount.replace(/(\.\d\d\d*?)0+$/, '$1'), currency);
