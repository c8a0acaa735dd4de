/** Converts a chart to its data table: the values that the program stored when it was drawn. */
import { type Block, paragraph, table } from './outline';
import { type Points, readChart, type Series } from './read-chart';

export function chartBlocks(xml: string): Block[] {
  const { title, series } = readChart(xml);
  const indexes = indexesOf(series.map(({ values }) => values));
  if (indexes.length === 0) return [];
  const data = haveOwnCategories(series) ? pairs(series, indexes) : sharedCategories(series, indexes);
  return [paragraph(title === '' ? 'Chart:' : `Chart: ${title}`), data];
}

function sharedCategories(series: readonly Series[], indexes: readonly number[]): Block {
  const labels = series.map(({ categories }) => labelsOf(categories));
  const rows = indexes.map((index) => [
    labels.find((known) => known.has(index))?.get(index) ?? String(index + 1),
    ...series.map(({ values }) => values.get(index) ?? ''),
  ]);
  return table(rows, ['', ...series.map(nameOf)]);
}

/** Two columns for each series of a scatter chart. */
function pairs(series: readonly Series[], indexes: readonly number[]): Block {
  const labels = series.map(({ categories }) => labelsOf(categories));
  const rows = indexes.map((index) =>
    series.flatMap(({ values }, at) => {
      const value = values.get(index);
      return value === undefined ? ['', ''] : [labels[at]?.get(index) ?? String(index + 1), value];
    }),
  );
  return table(
    rows,
    series.map(nameOf).flatMap((name) => [`X of ${name}`, name]),
  );
}

const nameOf = ({ name }: Series, index: number): string => name || `Series ${index + 1}`;

/** In a scatter chart, series have x values of their own. They share a column if these are equal. */
function haveOwnCategories(series: readonly Series[]): boolean {
  const [first, ...others] = series.filter(({ isScatter }) => isScatter).map(({ categories }) => labelsOf(categories));
  return others.some((other) => [...other].some(([index, label]) => first?.get(index) !== label));
}

/** The label of an outer level is stored at the first of its points only. */
function labelsOf(levels: readonly Points[]): Points {
  const last = levels.map(() => '');
  const labels: Points = new Map();
  for (const index of indexesOf(levels)) {
    const outermostFirst = levels.map((level, at) => {
      const own = level.get(index);
      if (own !== undefined || at === 0) last[at] = own ?? '';
      return last[at];
    });
    const label = outermostFirst.reverse().filter(Boolean).join(' ');
    if (label !== '') labels.set(index, label);
  }
  return labels;
}

const indexesOf = (all: readonly Points[]): number[] =>
  [...new Set(all.flatMap((points) => [...points.keys()]))].sort((a, b) => a - b);
