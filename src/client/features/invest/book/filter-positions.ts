import type { Position } from '~/shared/schemas/positions';

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Positions whose name or ticker contains every word of the text, ignoring case and accents. */
export function filterPositions(positions: readonly Position[], text: string): readonly Position[] {
  const parts = plain(text).split(/\s+/).filter(Boolean);
  if (parts.length === 0) return positions;
  return positions.filter(({ name, ticker }) => {
    const searched = plain(`${name} ${ticker}`);
    return parts.every((part) => searched.includes(part));
  });
}
