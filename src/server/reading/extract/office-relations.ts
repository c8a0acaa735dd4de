/** Relations between the parts of an Office file: each has an id, a kind and a target inside the file. */
import path from 'node:path/posix';
import { walkXml } from '~/server/reading/structure/xml';
import type { OfficeParts } from './office-parts';

export interface Relation {
  id: string;
  /** The last word of its type, such as "slide" or "chart". */
  kind: string;
  /** The name of the part. */
  part: string;
}

export async function relationsOf(parts: OfficeParts, part: string): Promise<Relation[]> {
  const folder = path.dirname(part);
  const xml = await parts.xml(`${folder}/_rels/${path.basename(part)}.rels`);
  const relations: Relation[] = [];
  walkXml(xml ?? '', {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return;
      const resolved = target.startsWith('/') ? target.slice(1) : path.join(folder, target);
      relations.push({ id, kind: type.split('/').at(-1) ?? '', part: resolved });
    },
  });
  return relations;
}
