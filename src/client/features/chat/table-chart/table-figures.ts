/** Finds chart data in the cells of a table: labels, and columns of figures in one unit. */

export interface Figure {
  value: number;
  /** The text beside the number, without its scale: '€', '%', ''. */
  unit: string;
}

export interface FigureSeries {
  name: string;
  /** One per label; undefined if the cell has no figure. */
  values: (number | undefined)[];
}

export interface TableFigures {
  labels: string[];
  /** Series with the same unit, which share a chart. */
  groups: { unit: string; series: FigureSeries[] }[];
}

/** A column with a smaller share of figures counts as text. */
const minShare = 0.6;
const minFigures = 2;

const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  b: 1e9,
  bn: 1e9,
  mrd: 1e9,
  billion: 1e9,
  billions: 1e9,
  tn: 1e12,
  trillion: 1e12,
};

/** Searches the columns, then the rows. Null if neither have figures. `rows` starts with the headers. */
export function figuresOf(rows: readonly (readonly string[])[]): TableFigures | null {
  return figuresInColumns(rows) ?? figuresInColumns(turned(rows));
}

function figuresInColumns(rows: readonly (readonly string[])[]): TableFigures | null {
  const [heads = [], ...body] = rows;
  const groups = new Map<string, FigureSeries[]>();
  for (let column = 1; column < heads.length; column++) {
    const cells = body.map((row) => row[column] ?? '');
    const figures = cells.map(figureIn);
    const known = figures.filter((figure) => figure !== null);
    const filled = cells.filter((cell) => !isEmpty(cell)).length;
    const unit = known[0]?.unit ?? '';
    if (known.length < minFigures || known.length < filled * minShare) continue;
    if (known.some((figure) => figure.unit !== unit)) continue;
    const series = { name: heads[column] ?? '', values: figures.map((figure) => figure?.value) };
    groups.set(unit, [...(groups.get(unit) ?? []), series]);
  }
  if (groups.size === 0) return null;
  const ordered = [...groups].map(([unit, series]) => ({ unit, series }));
  return {
    labels: body.map(([label = '']) => label),
    groups: ordered.sort((a, b) => b.series.length - a.series.length),
  };
}

const turned = (rows: readonly (readonly string[])[]): string[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''));

const isEmpty = (cell: string) => /^(|[-–—.]|n\.?\/?a\.?|nil|none)$/i.test(cell.trim());

/** '€48.2m' is 48,200,000 €; '(3.4) %' is -3.4 %. Null unless the cell is one number with its unit. */
export function figureIn(cell: string): Figure | null {
  const text = cell
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[−–](?=\s?[\d.])/g, '-')
    .trim();
  const bracketed = /^([^\d(]{0,4})\(([^()]*)\)(.{0,12})$/.exec(text);
  const plain = bracketed ? `${bracketed[1]}-${bracketed[2]}${bracketed[3]}` : text;
  const match =
    /^([^\d+\-.,]{0,4}?)\s*([+-]?)\s*([^\d+\-.,\s]{0,4})\s*(\d[\d.,']*(?: \d{3}(?!\d))*(?:[.,]\d+)?)\s*([^\d]{0,12})$/.exec(
      plain,
    );
  if (!match) return null;
  const [, before = '', sign, currency = '', digits = '', after = ''] = match;
  const value = numberOf(digits);
  if (value === null) return null;
  const [, word = ''] = /^([a-z]*)/i.exec(after.trim()) ?? [];
  const scale = scales[word.toLowerCase()];
  const unit = `${before}${currency}${scale ? after.trim().slice(word.length) : after}`.replace(/[\s.]+/g, '');
  return { value: (sign === '-' ? -1 : 1) * value * (scale ?? 1), unit };
}

/**
 * Accepts '1,234.5' and '1.234,5'. A single separator before three digits is a thousands separator only if it is a
 * comma and the number does not start with 0.
 */
function numberOf(digits: string): number | null {
  const packed = digits.replace(/[' ]/g, '').replace(/[.,]$/, '');
  const [lastDot, lastComma] = [packed.lastIndexOf('.'), packed.lastIndexOf(',')];
  const groupsByComma = /^[1-9]\d{0,2}(,\d{3})+$/.test(packed);
  const groupsByDot = /^[1-9]\d{0,2}(\.\d{3}){2,}$/.test(packed);
  const isDecimalComma = lastComma > lastDot && !groupsByComma;
  const plain = groupsByComma || groupsByDot ? packed.replace(/[.,]/g, '') : normal(packed, isDecimalComma);
  const value = Number(plain);
  return plain !== '' && Number.isFinite(value) ? value : null;
}

const normal = (packed: string, isDecimalComma: boolean) =>
  isDecimalComma ? packed.replaceAll('.', '').replace(',', '.') : packed.replaceAll(',', '');
