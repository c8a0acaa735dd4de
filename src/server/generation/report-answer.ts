/** What metrics and traces say of an answer that has ended. */
import type { Span } from '@opentelemetry/api';
import type { EndedAnswer, Metrics } from '~/server/metrics/metrics';
import type { AnswerUsage } from '~/shared/schemas/messages';
import type { AnswerPace } from './answer-pace';

interface Ended {
  model: string;
  outcome: EndedAnswer['outcome'];
  pace: AnswerPace;
  usage: AnswerUsage | undefined;
}

export function reportAnswer(metrics: Metrics, span: Span | undefined, { model, outcome, pace, usage }: Ended): void {
  const times = { firstTextMs: pace.firstTextMs, tokenMs: pace.tokenMs(usage) };
  span?.setAttributes({
    'qinsight.answer.outcome': outcome,
    'qinsight.answer.first_text_ms': times.firstTextMs,
    'gen_ai.usage.input_tokens': usage?.inputTokens,
    'gen_ai.usage.output_tokens': usage?.outputTokens,
  });
  metrics.answerEnded({ model, outcome, ...times });
}
