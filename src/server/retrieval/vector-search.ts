/**
 * Searches other than by words: vectors, and a rerank endpoint. Both are optional, and a search never waits long for
 * them. Types only; src/server/features/vectors calls the endpoints.
 */
import type { Embedder } from '~/server/providers/embeddings/types';

/** A passage of a file, by the file's number. */
export interface VectorMatch {
  file: number;
  place: number;
}

/** Files by their numbers, and their total number of passages. */
export interface SearchedNumbers {
  files: readonly number[];
  passages: number;
}

/** Whom a query's embedding is charged to: a user, or the owner of a conversation. */
export type Requester = { userId: string } | { conversationId: string };

/** A model whose tokens count as usage. */
export interface CountedModel {
  id: string;
  displayName: string;
  /** USD per million tokens. Absent for a model without a price. */
  prices?: { input: string; output: string };
}

export type CountedEmbedder = Embedder & { counted: CountedModel };

export interface VectorSearch {
  /** Passages with a similar meaning, best first. Empty without vectors, or if the endpoint is slow. */
  nearest(question: string, searched: SearchedNumbers, requester: Requester): Promise<VectorMatch[]>;
  /** How many of the best passages to rerank; 0 without an endpoint. */
  rerankedPassages(): Promise<number>;
  /** The indexes of the texts, best first. Empty if the endpoint is slow. */
  rerank(question: string, texts: readonly string[]): Promise<number[]>;
}

export interface Vectors extends VectorSearch {
  /** Null without an embedding model, or if the database cannot store vectors. */
  embedder(): Promise<CountedEmbedder | null>;
  close(): void;
}
