/** What turns texts into vectors and orders texts by a question. One endpoint of AI models can do either. */

/** The endpoint does not accept the request as it is: sending it again changes nothing. */
export class TextRefused extends Error {
  override readonly name = 'TextRefused';
}

/** What requests for vectors used. */
export interface EmbeddingTokens {
  /** As the endpoint reported. */
  reported: number;
  /** The texts of requests whose tokens it did not report. */
  unreported: string[];
}

export interface Embedded {
  vectors: number[][];
  tokens: EmbeddingTokens;
}

export interface Embedder {
  /** The vendor's name. Vectors of different models are never compared. */
  readonly model: string;
  /** How long a question may wait for its vector, where that is not the usual time. */
  readonly patienceMs?: number;
  /** A vector for each text, in their order. Rejects with TextRefused for a text that the endpoint does not take. */
  embedPassages(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  embedQuestion(text: string, signal: AbortSignal): Promise<{ vector: number[]; tokens: EmbeddingTokens }>;
}

export interface Reranker {
  readonly model: string;
  /** The indexes of the texts, the one that fits the question best first. */
  rank(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>;
}
