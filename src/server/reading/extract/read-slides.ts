/** Slides (.pptx) in order: title, text, tables, charts as tables, diagrams and speaker notes. */
import { type Reading, ReadingFailure, type ReportProgress, readingMessages } from '~/server/reading/reading';
import { chartBlocks } from '~/server/reading/structure/chart-blocks';
import { type Block, heading, joinSections, paragraph } from '~/server/reading/structure/outline';
import { slideBlocks } from '~/server/reading/structure/slide-blocks';
import { walkXml } from '~/server/reading/structure/xml';
import { type OfficeParts, openParts } from './office-parts';
import { relationsOf } from './office-relations';

const presentation = 'ppt/presentation.xml';

export async function readPptx(bytes: Uint8Array, report: ReportProgress): Promise<Reading> {
  const parts = await openParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const slides: Block[][] = [];
  const names = await slideParts(parts);
  for (const [index, part] of names.entries()) {
    report({ activity: 'reading', unit: 'slide', current: index + 1, total: names.length });
    slides.push(await readSlide(parts, part, index + 1));
  }
  if (slides.length === 0) return { processedType: 'pptx', note: readingMessages.noText };
  const { text, pages, isCut } = joinSections(slides);
  return { processedType: 'pptx', extractedText: text, pages, ...(isCut && { note: readingMessages.onlyBeginning }) };
}

async function slideParts(parts: OfficeParts): Promise<string[]> {
  const xml = await parts.xml(presentation);
  if (xml === null) throw new ReadingFailure(readingMessages.damaged);
  const byId = new Map((await relationsOf(parts, presentation)).map(({ id, part }) => [id, part]));
  const ordered: string[] = [];
  walkXml(xml, {
    open(name, attributes) {
      const part = name === 'p:sldId' ? byId.get(attributes['r:id'] ?? '') : undefined;
      if (part) ordered.push(part);
    },
  });
  return ordered;
}

async function readSlide(parts: OfficeParts, part: string, number: number): Promise<Block[]> {
  const { title, isHidden, blocks } = slideBlocks((await parts.xml(part)) ?? '');
  const name = `Slide ${number}${title && `: ${title}`}${isHidden ? ' (hidden)' : ''}`;
  const all = [heading(2, name), ...blocks];
  for (const relation of await relationsOf(parts, part)) {
    const xml = ['chart', 'diagramData', 'notesSlide'].includes(relation.kind) ? await parts.xml(relation.part) : null;
    if (xml === null) continue;
    if (relation.kind === 'chart') all.push(...chartBlocks(xml));
    else if (relation.kind === 'diagramData') all.push(...slideBlocks(xml).blocks);
    else {
      const notes = slideBlocks(xml, ['body']).blocks;
      if (notes.length > 0) all.push(paragraph('Notes:'), ...notes);
    }
  }
  return all;
}
