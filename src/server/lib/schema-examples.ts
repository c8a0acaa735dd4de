/** Generates example values from JSON schemas, using typical values of field names. */
import { sha256 } from './hash';

export type Json = Record<string, unknown>;

interface FieldPath {
  name: string;
  /** The name of the object that has the field. */
  owner: string;
}

interface Sources {
  /** The referenced schemas. */
  components: Json;
  /** Values by `field` or `object.field`. Null means: use null where the schema allows it. */
  typical: Record<string, unknown>;
}

export const exampleTime = '2026-05-04T09:30:00.000Z';

/** An id derived from the name. */
export function idOf(name: string): string {
  const hex = sha256(name);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/**
 * `given` overrides the generated value; of an object, field by field. Optional fields are omitted unless given or
 * typical.
 */
export function makeExample(
  schema: Json,
  ownExample: unknown,
  name: string,
  { components, typical }: Sources,
): unknown {
  const make = (one: Json, value: unknown, place: FieldPath): unknown => {
    const variants = variantsOf(one, components);
    if (variants.length > 1) return make(chooseVariant(variants, value, place, { components, typical }), value, place);
    const [found = {}] = variants;
    if (Array.isArray(value)) return value.map((item) => make((found.items ?? {}) as Json, item, place));
    if (value !== undefined && !(isObject(value) && found.type === 'object')) return value;
    if (found.type === 'object')
      return makeObject(found, (value ?? {}) as Json, { ...place, name: nameOf(one, place) });
    if (found.type === 'array') return [make(found.items as Json, undefined, { ...place, name: singular(place.name) })];
    return makeValue(found, place, typical);
  };
  const makeObject = ({ properties = {}, required = [] }: Json, values: Json, { name: owner }: FieldPath) => {
    const fields = Object.entries(properties as Record<string, Json>).filter(
      ([field]) => (required as string[]).includes(field) || field in values || `${owner}.${field}` in typical,
    );
    return Object.fromEntries(fields.map(([field, one]) => [field, make(one, values[field], { name: field, owner })]));
  };
  return make(schema, ownExample, { name: singular(name), owner: '' });
}

function variantsOf(schema: Json, components: Json): Json[] {
  if (typeof schema.$ref === 'string')
    return variantsOf(components[schema.$ref.split('/').at(-1) ?? ''] as Json, components);
  const several = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (several) return several.flatMap((one) => (one.$ref ? [one] : variantsOf(one, components)));
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
}

function chooseVariant(variants: Json[], value: unknown, place: FieldPath, { components, typical }: Sources): Json {
  const takes = (one: Json) => variantsOf(one, components).some(({ properties }) => hasAll(properties, value));
  if (isObject(value)) return variants.find(takes) ?? {};
  if (value !== undefined) return {};
  const isNullable = variants.some(({ type }) => type === 'null');
  if (isNullable && typical[place.name] === null) return { const: null };
  const known = variants.find((one) => typicalOf(one, place, typical) !== undefined);
  return known ?? (isNullable ? { const: null } : (variants[0] ?? {}));
}

const hasAll = (properties: unknown, value: unknown) =>
  isObject(properties) && isObject(value) && Object.keys(value).every((field) => field in properties);

/** A component's own name describes its objects better than the field that contains one; uses the last word of it. */
const nameOf = ({ $ref }: Json, { name }: FieldPath) =>
  (typeof $ref === 'string' && /[A-Z][a-z]+$/.exec($ref)?.[0].toLowerCase()) || singular(name);

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');

function makeValue(schema: Json, place: FieldPath, typical: Sources['typical']): unknown {
  if ('const' in schema) return schema.const;
  const known = typicalOf(schema, place, typical);
  if (known !== undefined) return known;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  return schema.type === 'string' ? place.name : null;
}

/** The typical value of a field of this name, if its schema allows it. */
function typicalOf(schema: Json, { name, owner }: FieldPath, typical: Sources['typical']): unknown {
  if (schema.format === 'uuid') return idOf(name === 'id' ? owner : name.replace(/Ids?$/, ''));
  if (schema.format === 'date-time') return exampleTime;
  if (schema.type === 'string' && /hash$/i.test(name)) return sha256(`${name} of ${owner}`);
  const value = typical[`${owner}.${name}`] ?? typical[name] ?? byEnding(name);
  const isOfType = typeof value === (schema.type === 'integer' ? 'number' : schema.type);
  const isListed = !Array.isArray(schema.enum) || schema.enum.includes(value);
  const fitsPattern = typeof schema.pattern !== 'string' || new RegExp(schema.pattern).test(String(value));
  return isOfType && isListed && fitsPattern ? value : undefined;
}

function byEnding(name: string): unknown {
  if (/Percent$|Gain$/.test(name)) return '38.75';
  if (/[dD]ay$|sOn$|^(?:from|to)$/.test(name)) return '2026-05-04';
  if (/usd$/i.test(name)) return '25.00';
  if (/costs?$/i.test(name)) return '0.1333';
  if (/price$|close$|value$|amount$|level$/i.test(name)) return '250.10';
  return undefined;
}
