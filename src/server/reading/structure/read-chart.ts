/** The title and the stored points of a chart in DrawingML. */
import { SSF } from '@e965/xlsx';
import { type Attributes, walkXml } from './xml';

/** Texts by the index of their point. */
export type Points = Map<number, string>;

export interface Series {
  name: string;
  /** One map for each level of the axis, the innermost first. */
  categories: Points[];
  /** Whether the categories are the x values of a scatter chart. */
  isScatter: boolean;
  values: Points;
}

export interface Chart {
  title: string;
  series: Series[];
}

const maxPoints = 10_000;
/** As in workbooks, for the format that each program shows in the order of its country. */
const isoDate = 'yyyy-mm-dd';
const localDates = new Set(['m/d/yyyy', 'm/d/yy']);

export function readChart(xml: string): Chart {
  const reader = new ChartReader();
  walkXml(xml, reader);
  return reader.chart;
}

class ChartReader {
  readonly chart: Chart = { title: '', series: [] };
  /** The open elements, innermost last. */
  private readonly around: string[] = [];
  private countsFrom1904 = false;
  private cacheFormat = '';
  private pointFormat: string | undefined;
  private point = 0;
  private value = '';

  open(name: string, { idx, val, formatCode }: Attributes): void {
    this.around.push(name);
    if (name === 'c:date1904') this.countsFrom1904 = val !== '0' && val !== 'false';
    else if (name === 'c:ser')
      this.chart.series.push({ name: '', categories: [], isScatter: false, values: new Map() });
    else if (name === 'c:cat' || name === 'c:xVal') this.openCategories(name);
    else if (name === 'c:lvl') this.openLevel();
    else if (name === 'c:formatCode') this.cacheFormat = '';
    else if (name === 'c:v') this.value = '';
    else if (name === 'c:pt') {
      this.point = Math.min(Number.parseInt(idx ?? '0', 10) || 0, maxPoints);
      this.pointFormat = formatCode;
    }
  }

  text(text: string): void {
    const inner = this.around.at(-1);
    if (inner === 'c:v') this.value += text;
    else if (inner === 'c:formatCode') this.cacheFormat += text;
    else if (inner === 'a:t' && this.isIn('c:title') && !this.isIn('c:ser') && !this.isOnAxis())
      this.chart.title += text;
  }

  close(name: string): void {
    if (name === 'c:v') this.addPoint();
    this.around.pop();
  }

  private openCategories(name: string): void {
    const series = this.chart.series.at(-1);
    if (!series) return;
    series.categories = [new Map()];
    series.isScatter = name === 'c:xVal';
    this.cacheFormat = '';
  }

  /** The first level uses the map of the element around it. */
  private openLevel(): void {
    const series = this.chart.series.at(-1);
    if (series?.categories[0]?.size) series.categories.push(new Map());
  }

  private addPoint(): void {
    const series = this.chart.series.at(-1);
    if (!series || !this.isIn('c:ser')) return;
    if (this.isIn('c:tx')) series.name += this.value;
    else if (this.isIn('c:cat', 'c:xVal')) series.categories.at(-1)?.set(this.point, this.category());
    else if (this.isIn('c:val', 'c:yVal')) series.values.set(this.point, this.value);
  }

  /** The cache of a date axis contains days since 1900 or 1904. */
  private category(): string {
    const format = this.pointFormat ?? this.cacheFormat;
    const days = Number(this.value);
    if (this.value.trim() === '' || Number.isNaN(days) || !isDateFormat(format)) return this.value;
    return formatted(localDates.has(format) ? isoDate : format, days, this.countsFrom1904) ?? this.value;
  }

  private isIn(...names: string[]): boolean {
    return names.some((name) => this.around.includes(name));
  }

  private isOnAxis(): boolean {
    return this.around.some((name) => /Ax$/.test(name));
  }
}

const isDateFormat = (format: string): boolean => format !== '' && SSF.is_date(format) === true;

function formatted(format: string, days: number, date1904: boolean): string | null {
  try {
    return String(SSF.format(format, days, { date1904 })).trim() || null;
  } catch {
    // The format is broken.
    return null;
  }
}
