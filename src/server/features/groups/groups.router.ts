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

const actingProcedure = adminProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, acting: { by: ctx.user, caller: ctx.caller } } }),
);

export const groupsRouter = router({
  own: memberProcedure.output(output(ownGroupsOutput)).query(({ ctx }) => ownGroups(ctx.deps, ctx.user)),
  list: adminProcedure
    .input(listGroupsInput)
    .output(output(groupPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.search);
      return listGroups(ctx.deps, input);
    }),
  create: actingProcedure
    .input(createGroupInput)
    .output(output(group))
    .mutation(({ ctx, input }) => createGroup(ctx.deps, ctx.acting, input)),
  update: actingProcedure
    .input(updateGroupInput)
    .output(output(group))
    .mutation(({ ctx, input }) => updateGroup(ctx.deps, ctx.acting, input)),
  delete: actingProcedure
    .input(groupIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({ message: await deleteGroup(ctx.deps, ctx.acting, input.groupId) })),
  members: adminProcedure
    .input(listMembersInput)
    .output(output(memberPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.search);
      return listMembers(ctx.deps, input);
    }),
  addMember: actingProcedure
    .input(memberInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({ message: await addMember(ctx.deps, ctx.acting, input) })),
  removeMember: actingProcedure
    .input(memberInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({ message: await removeMember(ctx.deps, ctx.acting, input) })),
});
