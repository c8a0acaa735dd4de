/** '$12.35', '$0.0042', '<$0.0001' of an exact decimal in USD; '-' where there is no price. */
export function formatCost(usd: string | null | undefined): string {
  if (!usd) return '-';
  const amount = Number(usd);
  if (amount === 0) return '$0.00';
  if (amount < 0.0001) return '<$0.0001';
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 4 : 2 })}`;
}

/** '$0.50', '$0.075': all digits of a price, as they were entered. */
export function formatPrice(usd: string): string {
  return `$${Number(usd).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 12 })}`;
}
