interface Tokens {
  outputTokens: number;
  reasoningTokens?: number | undefined;
}

/** Measures when an answer's first text arrived and when its model finished, for the metrics. */
export class AnswerPace {
  private readonly startedAt = performance.now();
  private firstTextAt: number | undefined;
  private modelEndedAt: number | undefined;
  private tokens: Tokens | undefined;

  /** Called for every piece of text, so it must be cheap. */
  textArrived(): void {
    this.firstTextAt ??= performance.now();
  }

  /** `tokens` counts the text that users saw, if known; a correction adds tokens later. */
  modelEnded(tokens?: Tokens): void {
    this.modelEndedAt = performance.now();
    this.tokens = tokens;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  get firstTextMs(): number | undefined {
    return this.firstTextAt === undefined ? undefined : this.firstTextAt - this.startedAt;
  }

  /** The average time between two tokens that users saw; undefined for an answer with too few tokens, or unfinished. */
  tokenMs(usage: Tokens | undefined): number | undefined {
    const tokens = this.tokens ?? usage;
    const shown = tokens ? tokens.outputTokens - (tokens.reasoningTokens ?? 0) : 0;
    if (shown < 2 || this.firstTextAt === undefined || this.modelEndedAt === undefined) return undefined;
    return (this.modelEndedAt - this.firstTextAt) / (shown - 1);
  }
}
