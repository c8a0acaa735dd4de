/** Formats a decimal string in USD: '$12.35', '$0.0042', '<$0.0001', or '-' without a price. */
export function formatCost(usd: string | null | undefined): string {
  if (!usd) return '-';
  const amount = Number(usd);
  if (amount === 0) return '$0.00';
  if (amount < 0.0001) return '<$0.0001';
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 4 : 2 })}`;
}

/** Formats a price with all entered digits: '$0.50', '$0.075'. */
export function formatPrice(usd: string): string {
  return `$${Number(usd).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 12 })}`;
}
