import { memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { conversationCount } from '~/shared/schemas/conversations';
import { messageOutput } from '~/shared/schemas/output';
import {
  createProjectInput,
  listProjectsInput,
  moveConversationsInput,
  project,
  projectIdInput,
  projectPage,
  updateProjectInput,
} from '~/shared/schemas/projects';
import { moveConversations } from './move-conversations';
import { createProject, deleteProject, getProject, listProjects, updateProject } from './projects.service';

export const projectsRouter = router({
  list: memberProcedure
    .input(listProjectsInput)
    .output(output(projectPage))
    .query(({ ctx, input }) => listProjects(ctx.deps, ctx.user.id, input)),
  get: memberProcedure
    .input(projectIdInput)
    .output(output(project))
    .query(({ ctx, input }) => getProject(ctx.deps, ctx.user.id, input.projectId)),
  create: memberProcedure
    .input(createProjectInput)
    .output(output(project))
    .mutation(({ ctx, input }) => createProject(ctx.deps, ctx.user, input)),
  update: memberProcedure
    .input(updateProjectInput)
    .output(output(project))
    .mutation(({ ctx, input }) => updateProject(ctx.deps, ctx.user, input)),
  delete: memberProcedure
    .input(projectIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteProject(ctx.deps, ctx.user.id, input.projectId);
      return { message: 'Project deleted' };
    }),
  moveConversations: memberProcedure
    .input(moveConversationsInput)
    .output(output(conversationCount))
    .mutation(async ({ ctx, input }) => ({ count: await moveConversations(ctx.deps, ctx.user.id, input) })),
});
