interface Tokens {
  outputTokens: number;
  reasoningTokens?: number | undefined;
}

/** When an answer's first text came and when its model finished, for the metrics. */
export class AnswerPace {
  private readonly startedAt = performance.now();
  private firstTextAt: number | undefined;
  private modelEndedAt: number | undefined;
  private tokens: Tokens | undefined;

  /** Called with every piece of text, so it does no more than this. */
  textArrived(): void {
    this.firstTextAt ??= performance.now();
  }

  /** With the tokens of the text that readers saw, as far as they are known; a correction adds tokens later. */
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

  /** The mean time between two tokens that readers saw; undefined for an answer without enough of them, or without an end. */
  tokenMs(usage: Tokens | undefined): number | undefined {
    const tokens = this.tokens ?? usage;
    const shown = tokens ? tokens.outputTokens - (tokens.reasoningTokens ?? 0) : 0;
    if (shown < 2 || this.firstTextAt === undefined || this.modelEndedAt === undefined) return undefined;
    return (this.modelEndedAt - this.firstTextAt) / (shown - 1);
  }
}
