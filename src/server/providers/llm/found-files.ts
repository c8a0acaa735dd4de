/**
 * The files found by xAI's search of collections: in the results of its calls, and in citations of the answer, as
 * `collections://<collection>/files/<file>` (https://docs.x.ai/developers/tools/collections-search).
 */
import { recordOf } from '~/shared/is-record';
import type { CitedText } from './openai-citations';
import { listOf, numberOf, stringOf, type WireObject } from './openai-wire';
import type { FoundFile, ModelEvent } from './types';

const address = /^collections:\/\/[^/\s]+\/files\/([^/?#\s]+)$/;
/** xAI's inline citations, which it writes unless they are switched off. */
const inline = /\[\[\d+\]\]\(collections:\/\/[^/\s()]+\/files\/([^/?#\s()]+)\)/g;

export class FoundFiles {
  private readonly known = new Set<string>();

  /** A finished item of the answer. */
  ofItem(item: WireObject, out: ModelEvent[]): void {
    if (item.type !== 'file_search_call') return;
    const ids = listOf(item.results).flatMap((result) => stringOf(recordOf(result).file_id) ?? []);
    this.push(
      ids.map((id) => ({ id })),
      out,
    );
  }

  /** All URLs that the answer is based on. */
  ofAddresses(addresses: unknown, out: ModelEvent[]): void {
    const ids = listOf(addresses).flatMap((one) => address.exec(stringOf(one) ?? '')?.[1] ?? []);
    this.push(
      ids.map((id) => ({ id })),
      out,
    );
  }

  ofAnnotation(value: unknown, text: CitedText, part: string | undefined, out: ModelEvent[]): void {
    const { url, start_index, end_index } = recordOf(value);
    const id = address.exec(stringOf(url) ?? '')?.[1];
    if (id === undefined) return;
    const [start, end] = [numberOf(start_index), numberOf(end_index)];
    const isPlaced = start !== undefined && end !== undefined;
    this.push([{ id, ...(isPlaced && { start: text.placeOf(start, part), end: text.placeOf(end, part) }) }], out);
  }

  /** At the end: citations found only in the text. */
  ofText(text: string, out: ModelEvent[]): void {
    this.push(
      [...text.matchAll(inline)].map(({ 0: mark, 1: id = '', index }) => ({
        id,
        start: index,
        end: index + mark.length,
      })),
      out,
    );
  }

  private push(files: readonly FoundFile[], out: ModelEvent[]): void {
    const fresh = files.filter((file) => {
      const key = `${file.id} ${file.start ?? ''} ${file.end ?? ''}`;
      const isKnown = this.known.has(key);
      this.known.add(key);
      return !isKnown;
    });
    if (fresh.length > 0) out.push({ type: 'files', files: fresh });
  }
}
