/** The tokens of embedding requests, as reported by the endpoint or else counted here. */
import type { Logger } from '~/server/lib/logger';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { tokensAbout } from '~/server/lib/tokens/tokens-about';
import type { EmbeddingTokens } from '~/server/providers/embeddings/types';
import type { AnswerUsage } from '~/shared/schemas/messages';

export async function usageOfVectors(
  { reported, unreported }: EmbeddingTokens,
  logger: Pick<Logger, 'warn'>,
): Promise<AnswerUsage> {
  if (unreported.length === 0) return { inputTokens: reported, outputTokens: 0 };
  const counts = await countTokens(unreported).catch((error: unknown) => {
    logger.warn({ err: error }, 'the tokens of vectors could not be counted');
    return unreported.map((text) => tokensAbout(text));
  });
  const inputTokens = counts.reduce((sum, count) => sum + count, reported);
  return { inputTokens, outputTokens: 0, isEstimated: true };
}
