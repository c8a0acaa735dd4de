/** Interfaces for embedding and reranking texts. One endpoint of AI models can do either. */

/** The endpoint rejects the request as it is, so repeating it is useless. */
export class TextRejected extends Error {
  override readonly name = 'TextRejected';
}

/** Token usage of embedding requests. */
export interface EmbeddingTokens {
  /** As the endpoint reported. */
  reported: number;
  /** The texts of requests without reported tokens. */
  unreported: string[];
}

export interface Embedded {
  vectors: number[][];
  tokens: EmbeddingTokens;
}

export interface Embedder {
  /** The vendor's name. Vectors of different models are never compared. */
  readonly model: string;
  /** How long a query may wait for its vector, if it differs from the default. */
  readonly maxWaitMs?: number;
  /** A vector for each text, in order. Rejects with TextRejected for a text that the endpoint does not accept. */
  embedPassages(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  embedQuestion(text: string, signal: AbortSignal): Promise<{ vector: number[]; tokens: EmbeddingTokens }>;
}

export interface Reranker {
  readonly model: string;
  /** The indexes of the texts, best match first. */
  rank(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>;
}
