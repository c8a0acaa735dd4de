/** Web search providers, as managed by administrators. */
import { z } from 'zod';
import { searchProviders } from '~/shared/search-providers';
import { storableText } from './text';

const name = z.enum(searchProviders, 'Use one of the search providers');
export const searchProviderName = z.object({ name });

const visible = /^[\x21-\x7e]+$/;
const apiKey = storableText.trim().max(1000).regex(visible, 'Keys contain no spaces or special characters');
const baseUrl = storableText
  .trim()
  .max(500)
  .refine(
    (text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol) && !new URL(text).username,
    'Use a URL that begins with http:// or https://',
  )
  .transform((text) => text.replace(/\/+$/, ''));
const letters = (example: string) =>
  z
    .string()
    .trim()
    .regex(/^[a-z]{2}$/i, `Use two letters, like ${example}`)
    .nullable();

export const saveSearchProviderInput = z
  .object({
    name,
    apiKey: apiKey.nullish().describe('Left out: unchanged. Not for searxng'),
    baseUrl: baseUrl.nullish().describe('The address of your SearXNG instance. For searxng only'),
    engineId: storableText.trim().max(200).nullish().describe('Your search engine id. For google only'),
    isEnabled: z.boolean().default(true),
  })
  .refine((provider) => provider.name !== 'searxng' || provider.baseUrl, {
    message: 'Enter the address of your SearXNG instance',
    path: ['baseUrl'],
  })
  .refine((provider) => provider.name !== 'google' || provider.engineId, {
    message: 'Enter your search engine id',
    path: ['engineId'],
  });
export type SaveSearchProviderInput = z.infer<typeof saveSearchProviderInput>;

/** Two-letter codes; null for no preference. What is left out stays unchanged. */
export const searchDefaultsInput = z.object({
  language: letters('de').optional().describe('Language of the pages, unless the model asks for another'),
  region: letters('DE').optional().describe('Country of the pages, unless the model asks for another'),
  order: z.array(name).max(searchProviders.length).optional().describe('Stored providers in the order to ask them'),
});
export type SearchDefaultsInput = z.infer<typeof searchDefaultsInput>;

export const searchProvider = z
  .strictObject({
    name,
    origin: z.enum(['settings', 'stored']).describe('settings: from the settings of the server, which come first'),
    baseUrl: z.string().nullable(),
    engineId: z.string().nullable(),
    hasKey: z.boolean(),
    isEnabled: z.boolean(),
    isLocked: z.boolean().describe('The stored key cannot be decrypted and must be entered again'),
  })
  .meta({ id: 'SearchProvider' });
export type SearchProviderRow = z.infer<typeof searchProvider>;

export const searchSettings = z
  .strictObject({
    isOff: z.boolean().describe('SEARCH_PROVIDER=none turns web search off'),
    language: z.string().nullable(),
    region: z.string().nullable(),
    providers: z.array(searchProvider).describe('In the order in which they are asked'),
  })
  .meta({ id: 'SearchSettings' });
export type SearchSettingsView = z.infer<typeof searchSettings>;

export const testSearchInput = z.object({
  name,
  query: storableText.trim().min(1, 'Enter words to search for').max(200).default('ECB deposit rate'),
});

/** The result of a real test search. */
export const searchTest = z
  .strictObject({
    ok: z.boolean(),
    text: z.string().describe('The error; empty without one'),
    milliseconds: z.int(),
    results: z.array(z.strictObject({ title: z.string(), url: z.string() })),
  })
  .meta({ id: 'SearchTest' });
export type SearchTest = z.infer<typeof searchTest>;
