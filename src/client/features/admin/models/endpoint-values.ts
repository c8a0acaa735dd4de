import { parseHeaderLines } from '~/shared/header-lines';
import type { ApiKind, ModelEndpointRow } from '~/shared/schemas/models';

const apiOf = (endpoint: ModelEndpointRow | undefined): ApiKind => endpoint?.api ?? 'auto';

/** The initial values of the form. Secrets never leave the server. */
export const valuesOf = (endpoint: ModelEndpointRow | undefined) => ({
  name: endpoint?.name ?? '',
  baseUrl: endpoint?.baseUrl ?? '',
  api: apiOf(endpoint),
  apiKey: '',
  headers: '',
  proxyUrl: '',
  embeddingModel: endpoint?.embeddingModel ?? '',
  rerankModel: endpoint?.rerankModel ?? '',
  forget: false,
  isEnabled: endpoint?.isEnabled ?? true,
});
export type EndpointValues = ReturnType<typeof valuesOf>;

/** An empty field keeps the stored value, unless the user chose to remove it. */
export function toInput({ apiKey, headers, proxyUrl, embeddingModel, rerankModel, forget, ...values }: EndpointValues) {
  const empty = forget ? null : undefined;
  const parsedHeaders = parseHeaderLines(headers) ?? {};
  return {
    ...values,
    apiKey: apiKey.trim() || empty,
    headers: Object.keys(parsedHeaders).length > 0 ? parsedHeaders : empty,
    proxyUrl: proxyUrl.trim() || empty,
    embeddingModel: embeddingModel.trim() || null,
    rerankModel: rerankModel.trim() || null,
  };
}
