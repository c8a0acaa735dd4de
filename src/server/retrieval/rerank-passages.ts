import type { Database } from '~/server/db/client';
import type { Corpus, CorpusFile } from './corpus';
import type { RankedPassage } from './rank-passages';
import type { VectorSearch } from './vector-search';

interface RerankDeps {
  db: Pick<Database, 'sql'>;
  vectors?: VectorSearch | undefined;
}

/** The best passages in the order of the rerank endpoint; empty without one. */
export async function rerankPassages(
  { db, vectors }: RerankDeps,
  { corpus, files }: { corpus: Corpus; files: readonly CorpusFile[] },
  question: string,
  best: (max: number) => RankedPassage[],
): Promise<number[]> {
  const max = (await vectors?.rerankedPassages()) ?? 0;
  const found = max > 0 ? best(max) : [];
  if (!vectors || found.length < 2) return [];
  const places = found.map(({ file, place }) => ({
    number: files[file]?.number ?? 0,
    title: files[file]?.title,
    place,
  }));
  const texts = await db.sql<{ rank: number; text: string }>`
    SELECT wanted.rank::int, p.text
    FROM unnest(${places.map(({ number }) => number)}::int[], ${places.map(({ place }) => place)}::int[])
           WITH ORDINALITY AS wanted(number, place, rank)
    JOIN passage_indexes i ON i.number = wanted.number
    JOIN object_passages p ON p.object_id = i.object_id AND p.place = wanted.place ORDER BY wanted.rank`;
  const order = await vectors.rerank(
    question,
    texts.map(({ rank, text }) => `${places[rank - 1]?.title ?? ''}\n${text}`),
  );
  return order.flatMap((index) => {
    const candidate = places[(texts[index]?.rank ?? 0) - 1];
    const file = corpus.indexOf.get(candidate?.number ?? -1);
    return candidate && file !== undefined ? [(corpus.starts[file] ?? 0) + candidate.place] : [];
  });
}
