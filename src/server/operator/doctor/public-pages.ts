/** Checks that the public pages promise nothing that this configuration cannot do. */
import type { Env } from '~/server/env';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import { type Finding, ok, warn } from './finding';

const check = 'public pages';

export async function checkPublicPages(env: Env): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (!env.model || !createOpenAiModel(env.model).canSearchWeb)
    findings.push(
      warn(
        check,
        'they promise live web search, but no AI model with web search is connected',
        'Set XAI_API_KEY or OPENAI_API_KEY.',
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
