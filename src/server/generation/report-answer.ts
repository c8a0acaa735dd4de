/** Metrics, traces and log of an answer that has ended. None of them contains its text. */
import type { Span } from '@opentelemetry/api';
import type { Logger } from '~/server/lib/logger';
import type { EndedAnswer, Metrics } from '~/server/metrics/metrics';
import type { AnswerUsage } from '~/shared/schemas/messages';
import type { AnswerPace } from './answer-pace';

interface Ended {
  turn: { messageId: string; attempt: number; requestId?: string | undefined; chosen: { id: string } };
  outcome: EndedAnswer['outcome'];
  pace: AnswerPace;
  usage: AnswerUsage | undefined;
}

export function reportAnswer(
  { metrics, logger }: { metrics: Metrics; logger: Logger },
  span: Span | undefined,
  { turn, outcome, pace, usage }: Ended,
): void {
  const { messageId, attempt, requestId } = turn;
  const model = turn.chosen.id;
  const times = { firstTextMs: pace.firstTextMs, tokenMs: pace.tokenMs(usage) };
  span?.setAttributes({
    'qinsight.answer.outcome': outcome,
    'qinsight.answer.first_text_ms': times.firstTextMs,
    'gen_ai.usage.input_tokens': usage?.inputTokens,
    'gen_ai.usage.output_tokens': usage?.outputTokens,
  });
  metrics.answerEnded({ model, outcome, ...times });
  logger.info(
    {
      requestId,
      messageId,
      attempt,
      model,
      outcome,
      ms: Math.round(pace.elapsedMs),
      firstTextMs: times.firstTextMs === undefined ? undefined : Math.round(times.firstTextMs),
      inputTokens: usage?.inputTokens,
      outputTokens: usage?.outputTokens,
    },
    'answer ended',
  );
}
