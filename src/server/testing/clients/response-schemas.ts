/** Response schemas of the published OpenAPI document that also reject unknown fields. */
import { z } from 'zod';
import { documentPath, openApiDocument } from '~/server/rest/openapi';
import type { Route } from '~/server/rest/route';

type Json = Record<string, unknown>;
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { schema: Json }> }> }>>;
  components: { schemas: Record<string, Json> };
}

let parsed: Document | undefined;

function parse(): Document {
  const text = () => JSON.stringify(openApiDocument()).replaceAll('#/components/schemas/', '#/$defs/');
  parsed ??= strict(JSON.parse(text())) as Document;
  return parsed;
}

/** The media types of a route's successful response, and their schemas. */
export function publishedContent({ method, status, ...route }: Route): Record<string, { schema: Json }> {
  const response = parse().paths[documentPath({ method, status, ...route })]?.[method]?.responses[status];
  return response?.content ?? {};
}

/** The schema of a route's successful response, in its default format. */
export function publishedSchema(route: Route): z.ZodType {
  const [media] = Object.values(publishedContent(route));
  if (!media) throw new Error(`the document has no ${route.status} response for ${route.method} ${route.path}`);
  return toZod(media.schema, parse().components.schemas);
}

export function publishedComponent(name: string): z.ZodType {
  const { schemas } = parse().components;
  return toZod({ $ref: `#/$defs/${name}` }, schemas);
}

const toZod = (schema: Json, $defs: Json) => z.fromJSONSchema({ ...schema, $defs } as z.core.JSONSchema.JSONSchema);

/** The document allows additional fields, for clients; in tests an undocumented field is a bug. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  return inner.type === 'object' && inner.properties && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}
