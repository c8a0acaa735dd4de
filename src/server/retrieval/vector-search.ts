/**
 * What else than words finds a passage: vectors, and an endpoint that puts passages in order. Both are optional, and a
 * search never waits long for them. Types only; src/server/features/vectors asks the endpoints.
 */
import type { Embedder } from '~/server/providers/embeddings/types';

/** A passage of a file, by the file's number. */
export interface NearPlace {
  file: number;
  place: number;
}

/** Files by their numbers, and how many passages they have together. */
export interface SearchedNumbers {
  files: readonly number[];
  passages: number;
}

/** Whose usage a question's vector is: a user's, or that of the owner of a conversation. */
export type Asker = { userId: string } | { conversationId: string };

/** How the model's tokens count as usage. */
export interface CountedModel {
  id: string;
  displayName: string;
  /** USD per million tokens. Absent while the model has no price. */
  prices?: { input: string; output: string };
}

export type CountedEmbedder = Embedder & { counted: CountedModel };

export interface VectorSearch {
  /** Passages with a similar meaning, best first. Empty without vectors, or when the endpoint is slow. */
  nearest(question: string, searched: SearchedNumbers, asker: Asker): Promise<NearPlace[]>;
  /** How many of the best passages are worth putting in order; 0 without an endpoint that does it. */
  rerankedPassages(): Promise<number>;
  /** The indexes of the texts, best first. Empty when the endpoint is slow. */
  rerank(question: string, texts: readonly string[]): Promise<number[]>;
}

export interface Vectors extends VectorSearch {
  /** Null without a model for vectors, or where the database cannot store them. */
  embedder(): Promise<CountedEmbedder | null>;
  close(): void;
}
