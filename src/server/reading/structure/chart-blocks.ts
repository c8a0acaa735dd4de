/** Converts a chart to its data table: the values that the program stored when it was drawn. */
import { type Block, paragraph, table } from './outline';
import { walkXml } from './xml';

interface Series {
  name: string;
  categories: Map<number, string>;
  values: Map<number, string>;
}

const maxPoints = 10_000;

export function chartBlocks(xml: string): Block[] {
  const title: string[] = [];
  const series: Series[] = [];
  /** The parent elements of the current text, innermost last. */
  const around: string[] = [];
  let point = 0;
  walkXml(xml, {
    open(name, { idx }) {
      around.push(name);
      if (name === 'c:ser') series.push({ name: '', categories: new Map(), values: new Map() });
      if (name === 'c:pt') point = Math.min(Number.parseInt(idx ?? '0', 10) || 0, maxPoints);
    },
    text(text) {
      const inner = around.at(-1);
      if (inner === 'a:t' && around.includes('c:title') && !around.includes('c:ser') && !isAxis(around))
        title.push(text);
      const current = series.at(-1);
      if (inner !== 'c:v' || !current || !around.includes('c:ser')) return;
      if (around.includes('c:tx')) current.name += text;
      else if (around.includes('c:cat') || around.includes('c:xVal')) current.categories.set(point, text);
      else if (around.includes('c:val') || around.includes('c:yVal')) current.values.set(point, text);
    },
    close() {
      around.pop();
    },
  });
  const head = ['', ...series.map(({ name }, index) => name || `Series ${index + 1}`)];
  const indexes = [...new Set(series.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b);
  const rows = indexes.map((index) => [
    series.find(({ categories }) => categories.has(index))?.categories.get(index) ?? String(index + 1),
    ...series.map(({ values }) => values.get(index) ?? ''),
  ]);
  if (rows.length === 0) return [];
  return [paragraph(title.length > 0 ? `Chart: ${title.join('')}` : 'Chart:'), table(rows, head)];
}

const isAxis = (around: readonly string[]): boolean => around.some((name) => /Ax$/.test(name));
