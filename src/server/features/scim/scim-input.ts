/** Parses requests of clients: whole users and groups, and PATCH operations in the formats of Okta and Entra ID. */

import { z } from 'zod';
import { isRecord } from '~/shared/is-record';
import { limits } from '~/shared/limits';
import { storableText } from '~/shared/schemas/text';
import { invalidSyntax, invalidValue, ScimError } from './scim-errors';
import { plainPath } from './scim-query';

/** Entra ID sends booleans as strings, unless a flag in its URL says otherwise. */
const flag = z.preprocess(
  (value) => (typeof value === 'string' ? ({ true: true, false: false }[value.toLowerCase()] ?? value) : value),
  z.boolean('active must be true or false'),
);
const name = storableText
  .trim()
  .max(limits.nameCharacters, `Names can have at most ${limits.nameCharacters} characters`);
const externalId = storableText.max(255, 'externalId can have at most 255 characters').nullable();
const userName = storableText
  .trim()
  .max(limits.emailCharacters, 'userName must be an email address')
  .pipe(z.email('userName must be an email address').toLowerCase());

const fields = {
  userName,
  externalId: externalId.optional(),
  active: flag.optional(),
  firstName: name.nullish(),
  lastName: name.nullish(),
};
const newUser = z.object(fields);
const userChange = z.object({ ...fields, userName: userName.optional() });
export type NewUser = z.infer<typeof newUser>;
export type UserChange = z.infer<typeof userChange>;

const memberId = z.uuid('members must have the ids of users');
const newGroup = z.object({
  name: storableText.trim().min(1, 'displayName is required').max(limits.nameCharacters, 'displayName is too long'),
  externalId: externalId.optional(),
  members: z.array(memberId).max(limits.scimMembers).optional(),
});
export type NewGroup = z.infer<typeof newGroup>;

export interface GroupChange {
  name?: string | undefined;
  externalId?: string | null | undefined;
  /** Replaces all members; applied before the changes below. */
  members?: string[] | undefined;
  added: string[];
  removed: string[];
}

type Body = Record<string, unknown>;

/** The stored attributes, with any capitalization. Others are accepted and ignored, as the RFC allows. */
function attributesOf(body: Body): Body {
  const found: Body = {};
  for (const [key, value] of Object.entries(body)) put(found, plainPath(key), value);
  return found;
}

const simple: Record<string, string> = {
  username: 'userName',
  externalid: 'externalId',
  active: 'active',
  'name.givenname': 'firstName',
  'name.familyname': 'lastName',
  displayname: 'name',
  members: 'members',
};

function put(found: Body, path: string, value: unknown): void {
  if (path === 'name' && isRecord(value)) {
    for (const [key, part] of Object.entries(value)) put(found, `name.${key.toLowerCase()}`, part);
    return;
  }
  const field = simple[path];
  if (field) found[field] = value;
}

function parse<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidValue(parsed.error.issues[0]?.message ?? 'Invalid value');
}

export const userOf = (body: Body): NewUser => {
  const found = attributesOf(body);
  if (found.userName === undefined) throw invalidValue('userName is required');
  return parse(newUser, found);
};

export function groupOf(body: Body): NewGroup {
  const { members, ...found } = attributesOf(body);
  return parse(newGroup, { name: '', ...found, ...(members !== undefined && { members: idsOf(members) }) });
}

interface Operation {
  op: 'add' | 'replace' | 'remove';
  path: string;
  value: unknown;
}

/** Entra ID capitalizes the names of operations. */
function operationsOf(body: Body): Operation[] {
  const operations = body.Operations ?? body.operations;
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalidSyntax('Operations must be a list of operations');
  if (operations.length > limits.scimOperations) throw invalidSyntax(`Use at most ${limits.scimOperations} operations`);
  return operations.map((one: unknown) => {
    const { op, path = '', value } = isRecord(one) ? one : {};
    const kind = typeof op === 'string' ? op.toLowerCase() : '';
    if (kind !== 'add' && kind !== 'replace' && kind !== 'remove')
      throw invalidSyntax('op must be add, replace or remove');
    if (typeof path !== 'string') throw new ScimError(400, 'path must be a text', 'invalidPath');
    if (kind === 'remove' && path === '') throw new ScimError(400, 'remove needs a path', 'noTarget');
    if (kind !== 'remove' && path === '' && !isRecord(value))
      throw invalidSyntax('Without a path, value must be an object');
    return { op: kind, path, value };
  });
}

/** Later operations take precedence. */
export function userChangeOf(body: Body): UserChange {
  const found: Body = {};
  for (const { op, path, value } of operationsOf(body)) {
    if (path === '') Object.assign(found, attributesOf(value as Body));
    else if (op !== 'remove') put(found, plainPath(path), value);
    else if (plainPath(path) === 'name') Object.assign(found, { firstName: null, lastName: null });
    else removeUserField(found, plainPath(path));
  }
  return parse(userChange, found);
}

function removeUserField(found: Body, path: string): void {
  const field = simple[path];
  if (field === 'userName' || field === 'active') throw new ScimError(400, `${field} cannot be removed`, 'mutability');
  if (field) found[field] = null;
}

export function groupChangeOf(body: Body): GroupChange {
  const change: GroupChange = { added: [], removed: [] };
  for (const { op, path, value } of operationsOf(body)) {
    const target = plainPath(path);
    if (target.startsWith('members')) changeMembers(change, op, path, value);
    else if (op === 'remove') {
      if (simple[target] === 'name') throw new ScimError(400, 'displayName cannot be removed', 'mutability');
      if (simple[target] === 'externalId') change.externalId = null;
    } else assignGroup(change, op, path === '' ? attributesOf(value as Body) : attributesOf({ [target]: value }));
  }
  return change;
}

function assignGroup(change: GroupChange, op: 'add' | 'replace', found: Body): void {
  if (found.members !== undefined) changeMembers(change, op, 'members', found.members);
  if (found.name !== undefined) change.name = parse(newGroup.shape.name, found.name);
  if (found.externalId !== undefined) change.externalId = parse(externalId, found.externalId);
}

const oneMember = /^members\s*\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i;

/** An id that is added and then removed ends as removed, and the other way round. */
function changeMembers(change: GroupChange, op: Operation['op'], path: string, value: unknown): void {
  const filtered = oneMember.exec(path.replace(/^urn:[\w:.-]+:(?=members)/i, ''))?.[1];
  if (filtered === undefined && plainPath(path) !== 'members')
    throw new ScimError(400, 'Use members, or members[value eq "id"]', 'invalidPath');
  if (op === 'remove' && filtered === undefined && value === undefined) {
    Object.assign(change, { members: [], added: [], removed: [] });
    return;
  }
  const ids = filtered === undefined ? idsOf(value) : [parse(memberId, filtered.toLowerCase())];
  const others = (list: string[]) => list.filter((id) => !ids.includes(id));
  if (op === 'replace') Object.assign(change, { members: ids, added: [], removed: [] });
  else if (op === 'add')
    Object.assign(change, { added: [...others(change.added), ...ids], removed: others(change.removed) });
  else Object.assign(change, { removed: [...others(change.removed), ...ids], added: others(change.added) });
}

function idsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > limits.scimMembers) throw invalidValue(`Use at most ${limits.scimMembers} members at once`);
  const ids = list.map((one) => parse(memberId, isRecord(one) ? one.value : one).toLowerCase());
  return [...new Set(ids)];
}
