/** Model endpoints, the models they offer, and the models as shown to users. */
import { z } from 'zod';
import { parseHeaderLines } from '~/shared/header-lines';
import { limits } from '~/shared/limits';
import { typedDecimal } from '~/shared/typed-number';
import { id } from './output';
import { notAnId, storableText, uuid } from './text';

export const apiKinds = ['auto', 'responses', 'chat'] as const;
export type ApiKind = (typeof apiKinds)[number];

export const modelAccess = ['everyone', 'administrators'] as const;
export type ModelAccess = (typeof modelAccess)[number];

const ability = z.boolean().nullable();
/** Null means unknown: requests include the feature, and omit it once the endpoint has rejected it. */
export const abilities = z
  .strictObject({ tools: ability, images: ability, reasoning: ability, webSearch: ability })
  .meta({ id: 'ModelAbilities' });
export type Abilities = z.infer<typeof abilities>;
export const unknownAbilities: Abilities = { tools: null, images: null, reasoning: null, webSearch: null };

const contextTokens = z.int().describe('Context window in tokens');
const maxOutputTokens = z.int().nullable().describe('Longest answer in tokens; null without a limit of its own');

export const availableModel = z
  .strictObject({
    id: z.string().describe('Send it as `model`'),
    name: z.string(),
    endpointId: id
      .nullable()
      .describe('Models of one endpoint often fail together; null for the model of the settings'),
    isDefault: z.boolean().describe('Used when no model is named'),
    contextTokens,
    maxOutputTokens,
    canResearch: z.boolean().describe('Research is possible, also for a model that cannot call tools'),
    abilities,
  })
  .meta({ id: 'AvailableModel' });
export type AvailableModel = z.infer<typeof availableModel>;
export const availableModels = z.array(availableModel);

/** Longer than any vendor's model name with a number appended. */
const modelId = storableText.min(1, notAnId).max(300, notAnId);
const endpointName = storableText.trim().min(1, 'Name is required').max(80, 'Names can have at most 80 characters');
const webAddress = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const baseUrl = storableText
  .trim()
  .max(500)
  .refine(webAddress, 'Use a URL that begins with http:// or https://')
  .refine((text) => {
    if (!webAddress(text)) return true;
    const { username, password, hash } = new URL(text);
    return `${username}${password}${hash}` === '';
  }, 'Use a URL without user name or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

const visible = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const apiKey = storableText.trim().max(4000).regex(visible, 'Keys contain no line breaks or special characters');
const headers = z
  .record(
    z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'Header names contain letters, digits and hyphens'),
    storableText.trim().max(4000).regex(visible, 'Header values contain no line breaks or special characters'),
  )
  .refine((record) => Object.keys(record).length <= 20, 'At most 20 headers')
  .refine(
    (record) =>
      !Object.keys(record).some((name) => /^(host|connection|content-(length|type)|transfer-encoding)$/i.test(name)),
    'Host, Connection, Content-Length, Content-Type and Transfer-Encoding are set automatically',
  );
const modelName = storableText.trim().min(1, 'Name is required').max(200, 'Names can have at most 200 characters');
const proxyUrl = storableText.trim().max(500).refine(webAddress, 'Use a URL that begins with http:// or https://');

const endpointFields = {
  name: endpointName,
  baseUrl: baseUrl.describe('http or https. Private addresses such as a local Ollama are allowed'),
  api: z.enum(apiKinds, 'Use auto, responses or chat').default('auto'),
  apiKey: apiKey.nullish().describe('Left out: unchanged; null: none'),
  headers: headers.nullish().describe('Sent with each request. Left out: unchanged; null: none'),
  proxyUrl: proxyUrl.nullish().describe('Left out: unchanged; null: none'),
  embeddingModel: modelName
    .nullish()
    .describe('Makes vectors of texts at /embeddings, for the search in files. Left out: unchanged; null: none'),
  rerankModel: modelName.nullish().describe('Puts passages in order at /rerank. Left out: unchanged; null: none'),
  isEnabled: z.boolean().default(true),
};
export const createEndpointInput = z.object(endpointFields);
export type CreateEndpointInput = z.infer<typeof createEndpointInput>;
/** The form's fields: headers are entered as lines. */
export const endpointForm = z.object({
  ...endpointFields,
  headers: z
    .string()
    .refine(
      (text) => headers.safeParse(parseHeaderLines(text)).success,
      'Use one header a line, like X-Team: research',
    ),
  embeddingModel: storableText.trim().max(200, 'Names can have at most 200 characters'),
  rerankModel: storableText.trim().max(200, 'Names can have at most 200 characters'),
});
export const updateEndpointInput = z.object({ ...endpointFields, id: uuid });
export type UpdateEndpointInput = z.infer<typeof updateEndpointInput>;
export const endpointId = z.object({ id: uuid });

const price = storableText
  .overwrite(typedDecimal)
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'Use an amount like 2.50')
  .nullish()
  .describe('USD per million tokens');
const tokens = z
  .int('Use a whole number')
  .min(256, 'Use 256 or more')
  .max(100_000_000, 'Use 100,000,000 or less')
  .nullish();

const offeredModelFields = {
  displayName: storableText
    .trim()
    .min(1, 'Name is required')
    .max(120, 'Names can have at most 120 characters')
    .optional(),
  contextTokens: tokens.describe('Null: as the endpoint reports, or as known for the model'),
  maxOutputTokens: tokens.describe('Null: as the endpoint reports, or as known for the model'),
  abilities: abilities.partial().optional(),
  inputPrice: price,
  outputPrice: price,
  access: z.enum(modelAccess, 'Use everyone or administrators').optional(),
  groupIds: z
    .array(uuid)
    .max(limits.groups)
    .optional()
    .describe('Groups whose members may use a model that is for administrators; replaces earlier ones'),
  isDefault: z.boolean().optional(),
  position: z.int().min(0).max(10_000).optional().describe('Place in the list, lowest first'),
};
export const addModelInput = z.object({
  ...offeredModelFields,
  endpointId: uuid,
  name: modelName,
});
export type AddModelInput = z.infer<typeof addModelInput>;
export const updateModelInput = z.object({ ...offeredModelFields, id: modelId });
export type UpdateModelInput = z.infer<typeof updateModelInput>;
/** A string, because it contains the vendor's model name. */
export const offeredModelId = z.object({ id: modelId });

export const offeredModel = z
  .strictObject({
    id: z.string(),
    name: z.string().describe('As the endpoint calls it'),
    displayName: z.string(),
    contextTokens: z.int().nullable().describe('As set; null when it is not'),
    maxOutputTokens: z.int().nullable().describe('As set; null when it is not'),
    limits: z.strictObject({ contextTokens, maxOutputTokens }).describe('The limits that apply'),
    abilities,
    inputPrice: z.string().nullable().describe('USD per million tokens'),
    outputPrice: z.string().nullable().describe('USD per million tokens'),
    access: z.enum(modelAccess),
    groupIds: z.array(id).describe('Groups whose members may use it when it is not for everyone'),
    isDefault: z.boolean(),
    position: z.int(),
  })
  .meta({ id: 'OfferedModel' });
export type OfferedModelRow = z.infer<typeof offeredModel>;

export const modelEndpoint = z
  .strictObject({
    id: id.nullable().describe('Null for the endpoint of the AI_* settings, which is read-only'),
    name: z.string(),
    baseUrl: z.string(),
    api: z.enum(apiKinds),
    hasKey: z.boolean(),
    headerNames: z.array(z.string()),
    proxy: z.string().nullable().describe('Without user name and password'),
    embeddingModel: z.string().nullable(),
    rerankModel: z.string().nullable(),
    isEnabled: z.boolean(),
    isLocked: z.boolean().describe('The stored key cannot be decrypted and must be entered again'),
    models: z.array(offeredModel),
  })
  .meta({ id: 'ModelEndpoint' });
export type ModelEndpointRow = z.infer<typeof modelEndpoint>;
export const modelEndpoints = z.array(modelEndpoint);

export const createdEndpoint = z.strictObject({ id }).meta({ id: 'CreatedModelEndpoint' });

export const foundModel = z
  .strictObject({
    name: z.string(),
    contextTokens: z.int().nullable(),
    maxOutputTokens: z.int().nullable(),
    isOffered: z.boolean(),
  })
  .meta({ id: 'FoundModel' });
export type FoundModel = z.infer<typeof foundModel>;
export const foundModels = z.array(foundModel);

/** The result of a real test request. */
export const modelTest = z
  .strictObject({
    ok: z.boolean(),
    text: z.string().describe('The answer, or the error'),
    hint: z.string().nullable().describe("The endpoint's own error message, or what to do about the error"),
    model: z.string().nullable().describe('As the endpoint named it'),
    milliseconds: z.int(),
    usage: z.strictObject({ inputTokens: z.int(), outputTokens: z.int() }).nullable(),
  })
  .meta({ id: 'ModelTest' });
export type ModelTest = z.infer<typeof modelTest>;

/** Request parameters that users can choose. If omitted, the endpoint's defaults apply. */
export const modelParameters = z
  .strictObject({
    effort: z.enum(['minimal', 'low', 'medium', 'high'], 'Use minimal, low, medium or high').optional(),
    temperature: z.number().min(0, 'Use 0 to 2').max(2, 'Use 0 to 2').optional(),
    maxOutputTokens: z
      .int('Use a whole number')
      .min(16, 'Use 16 or more')
      .max(1_000_000, 'Use 1,000,000 or less')
      .optional(),
  })
  .meta({ id: 'ModelParameters' });
export type ModelParameters = z.infer<typeof modelParameters>;
