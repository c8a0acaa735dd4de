const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `05 Mar 2024`, in UTC, so that it is the same on every machine. */
export function dayInWords(date: Date): string {
  return `${String(date.getUTCDate()).padStart(2, '0')} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `05 Mar 2024, 14:30 UTC`. */
export function momentInWords(date: Date): string {
  return `${dayInWords(date)}, ${date.toISOString().slice(11, 16)} UTC`;
}
