/** Checks that the public pages promise nothing that this configuration cannot do. */
import type { Env } from '~/server/env';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import { vendorsOf } from '~/server/providers/search/create-search';
import { type Finding, ok, warn } from './finding';

const check = 'public pages';

export async function checkPublicPages(env: Env): Promise<Finding[]> {
  const findings: Finding[] = [];
  const model = env.model && createOpenAiModel(env.model);
  if (!model?.canSearchWeb && !(model && vendorsOf(env).length > 0))
    findings.push(
      warn(
        check,
        'they promise live web search, but no AI model with web search is connected',
        'Set XAI_API_KEY or OPENAI_API_KEY, or a search provider such as SEARXNG_URL for another model.',
      ),
    );
  if (new URL(env.SCHEDULING_URL).hostname === 'example.com')
    findings.push(
      warn(
        check,
        `Schedule a Call opens the placeholder ${env.SCHEDULING_URL}`,
        'Set SCHEDULING_URL to your calendar.',
      ),
    );
  if (!env.CONTACT_EMAIL) findings.push(warn(check, 'the legal pages name no contact address', 'Set CONTACT_EMAIL.'));
  return findings.length > 0 ? findings : [ok(check, 'every promise matches the settings')];
}
