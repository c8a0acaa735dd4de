const sizeUnits = ['Bytes', 'KB', 'MB', 'GB'] as const;
const sizeStep = 1024;

/** '0 Bytes', '1.5 KB', '10 MB': at most two decimals, steps of 1024. */
export function formatFileSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return '0 Bytes';
  let unit = Math.min(Math.floor(Math.log(bytes) / Math.log(sizeStep)), sizeUnits.length - 1);
  unit = Math.max(unit, 0);
  let value = round(bytes / sizeStep ** unit);
  // 1048575 bytes round up to 1024 KB, which is shown as 1 MB.
  if (value === sizeStep && unit < sizeUnits.length - 1) {
    unit += 1;
    value = 1;
  }
  return `${value} ${sizeUnits[unit]}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
