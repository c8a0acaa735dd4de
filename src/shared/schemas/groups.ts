/** Groups of users: schemas shared by the admin pages, the pickers and the REST API. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { id, pageOf, time } from './output';
import { storableText, uuid } from './text';

export const groupName = storableText
  .trim()
  .min(1, 'Name is required')
  .max(limits.nameCharacters, `Names can have at most ${limits.nameCharacters} characters`);
const search = storableText.trim().max(limits.searchCharacters, 'The search text is too long').optional();
const page = {
  search,
  cursor: z.string().max(2000).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.listRows),
};

export const groupIdInput = z.object({ groupId: uuid });
export const listGroupsInput = z.object(page);
export type ListGroupsInput = z.infer<typeof listGroupsInput>;
export const createGroupInput = z.object({ name: groupName });
export const updateGroupInput = z.object({ groupId: uuid, name: groupName });
export const listMembersInput = z.object({ groupId: uuid, ...page });
export type ListMembersInput = z.infer<typeof listMembersInput>;
export const memberInput = z.object({ groupId: uuid, userId: uuid });
export type MemberInput = z.infer<typeof memberInput>;

export const group = z
  .strictObject({ id, name: z.string(), memberCount: z.int(), createdAt: time })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof group>;
export const groupPage = pageOf(group);
export type GroupPage = z.infer<typeof groupPage>;

/** A group as shown to its members, and with a list of them. */
export const ownGroup = z.strictObject({ id, name: z.string() }).meta({ id: 'OwnGroup' });
export type OwnGroup = z.infer<typeof ownGroup>;
export const ownGroups = z.array(ownGroup);

/** `manual`: added by an administrator. `provider`: by single sign-on. `scim`: by the directory. */
export const memberSources = ['manual', 'provider', 'scim'] as const;
export type MemberSource = (typeof memberSources)[number];

export const groupMember = z
  .strictObject({
    userId: id,
    email: z.string(),
    name: z.string().describe('First and last name, or empty'),
    source: z
      .enum(memberSources)
      .describe('`manual`: added by an administrator. `provider`: by single sign-on, at each sign-in. `scim`: by SCIM'),
    createdAt: time,
  })
  .meta({ id: 'GroupMember' });
export type GroupMemberRow = z.infer<typeof groupMember>;
/** With the group, so that its page needs no other request. */
export const memberPage = pageOf(groupMember).extend({ group: ownGroup });
export type MemberPage = z.infer<typeof memberPage>;

export const groupAccess = ['read', 'edit'] as const;
export type GroupAccess = (typeof groupAccess)[number];

/** A group that a collection is shared with. */
export const collectionGroup = z
  .strictObject({ id, name: z.string(), access: z.enum(groupAccess) })
  .meta({ id: 'CollectionGroup' });
export type CollectionGroup = z.infer<typeof collectionGroup>;
export const collectionGroups = z.array(collectionGroup);

export const shareCollectionInput = z.object({
  collectionId: uuid,
  groupId: uuid,
  access: z
    .enum(groupAccess, 'access must be read, edit or null')
    .nullable()
    .describe('read, edit, or null to take the right away'),
});
export type ShareCollectionInput = z.infer<typeof shareCollectionInput>;
