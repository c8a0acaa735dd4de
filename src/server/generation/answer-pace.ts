/** When an answer's first text came and when its model finished, for the metrics. */
export class AnswerPace {
  private readonly startedAt = performance.now();
  private firstTextAt: number | undefined;
  private modelEndedAt: number | undefined;

  /** Called with every piece of text, so it does no more than this. */
  textArrived(): void {
    this.firstTextAt ??= performance.now();
  }

  modelEnded(): void {
    this.modelEndedAt = performance.now();
  }

  get firstTextMs(): number | undefined {
    return this.firstTextAt === undefined ? undefined : this.firstTextAt - this.startedAt;
  }

  /** The mean time between two tokens that readers saw; undefined for an answer without enough of them, or without an end. */
  tokenMs(tokens: { outputTokens: number; reasoningTokens?: number | undefined } | undefined): number | undefined {
    const shown = tokens ? tokens.outputTokens - (tokens.reasoningTokens ?? 0) : 0;
    if (shown < 2 || this.firstTextAt === undefined || this.modelEndedAt === undefined) return undefined;
    return (this.modelEndedAt - this.firstTextAt) / (shown - 1);
  }
}
