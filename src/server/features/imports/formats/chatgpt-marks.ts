/**
 * ChatGPT's marks inside of texts, between U+E200 and U+E201: a kind and its values, separated by U+E202. Names, links
 * and titles are part of the sentence; other marks, such as "cite" and "image_group", only place what isn't imported.
 */
import { z } from 'zod';
import { webSource } from './draft';

const marks = /\uE200([^\uE200\uE201]*)\uE201/g;
/** Some exports have no separator after the kind. */
const parts = /^([a-z_]*)\uE202?(.*)$/s;
/** Kind, name and description of a company, a person or a product. */
const entity = z.tuple([z.unknown(), z.string()], z.unknown());

export const withoutMarks = (text: string): string =>
  text.replace(marks, (_mark, content: string) => {
    const [, kind, values = ''] = parts.exec(content) ?? [];
    if (kind === 'entity' || kind === 'product_entity') return nameOf(values);
    const [label = '', target = ''] = values.split('\uE202');
    if (kind === 'link_title') return label;
    return kind === 'url' ? linkOf(label, target) : '';
  });

function nameOf(values: string): string {
  try {
    return entity.safeParse(JSON.parse(values)).data?.[1] ?? '';
  } catch {
    return values;
  }
}

/** The target may also be the key of a search result. */
function linkOf(label: string, target: string): string {
  const url = webSource(target, label)?.url;
  if (!url) return label;
  const escaped = new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${label.replace(/[\\[\]]/g, '\\$&')}](${escaped})`;
}
