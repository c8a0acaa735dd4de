import { invalidInput, tooManySearches } from '~/server/trpc/documented-errors';
import { adminProcedure, countSearch, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  createGroupInput,
  group,
  groupIdInput,
  groupPage,
  listGroupsInput,
  listMembersInput,
  memberInput,
  memberPage,
  ownGroups as ownGroupsOutput,
  updateGroupInput,
} from '~/shared/schemas/groups';
import { messageOutput } from '~/shared/schemas/output';
import { createGroup, deleteGroup, listGroups, ownGroups, updateGroup } from './groups.service';
import { addMember, listMembers, removeMember } from './members.service';

export const groupsRouter = router({
  own: memberProcedure
    .meta({
      summary: 'List your groups',
      description: 'By name. Administrators get all groups. Share collections and links with them.',
    })
    .output(output(ownGroupsOutput))
    .query(({ ctx }) => ownGroups(ctx.deps, ctx.user)),
  list: adminProcedure
    .meta({
      summary: 'List all groups',
      description: 'By name. `search`: a part of the name.',
      errors: { 400: invalidInput, 429: tooManySearches },
    })
    .input(listGroupsInput)
    .output(output(groupPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.search);
      return listGroups(ctx.deps, input);
    }),
  create: adminProcedure
    .meta({
      summary: 'Create a group',
      description: 'Names differ in more than upper and lower case.',
      errors: {
        409: 'Another group has this name. Or there are too many, or the Idempotency-Key belongs to another request.',
      },
    })
    .input(createGroupInput)
    .output(output(group))
    .mutation(({ ctx, input }) => createGroup(ctx.deps, ctx.acting, input)),
  update: adminProcedure
    .meta({ summary: 'Rename a group', errors: { 409: 'Another group has this name.' } })
    .input(updateGroupInput)
    .output(output(group))
    .mutation(({ ctx, input }) => updateGroup(ctx.deps, ctx.acting, input)),
  delete: adminProcedure
    .meta({
      summary: 'Delete a group',
      description: 'Its members keep their accounts and lose the rights that they had through it.',
    })
    .input(groupIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({ message: await deleteGroup(ctx.deps, ctx.acting, input.groupId) })),
  members: adminProcedure
    .meta({
      summary: 'List the members of a group',
      description: 'By email. `search`: words of the email and the name.',
      errors: { 400: invalidInput, 429: tooManySearches },
    })
    .input(listMembersInput)
    .output(output(memberPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.search);
      return listMembers(ctx.deps, input);
    }),
  addMember: adminProcedure
    .meta({
      summary: 'Add a user to a group',
      description: 'A member that a provider has added stays from now on, whatever the provider reports.',
      errors: {
        404: 'Not found.',
        409: 'The email address of the user is not confirmed yet, or the Idempotency-Key belongs to another request.',
      },
    })
    .input(memberInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({ message: await addMember(ctx.deps, ctx.acting, input) })),
  removeMember: adminProcedure
    .meta({ summary: 'Remove a user from a group', description: 'Rights through the group end with the next request.' })
    .input(memberInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({ message: await removeMember(ctx.deps, ctx.acting, input) })),
});
