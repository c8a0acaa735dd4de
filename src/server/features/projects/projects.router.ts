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
    .meta({ summary: 'List your projects', description: 'Newest first.' })
    .input(listProjectsInput)
    .output(output(projectPage))
    .query(({ ctx, input }) => listProjects(ctx.deps, ctx.user.id, input)),
  get: memberProcedure
    .meta({ summary: 'Get a project' })
    .input(projectIdInput)
    .output(output(project))
    .query(({ ctx, input }) => getProject(ctx.deps, ctx.user.id, input.projectId)),
  create: memberProcedure
    .meta({
      summary: 'Create a project',
      description:
        'A folder of conversations. Its custom instructions follow your own in their requests to the AI model. A conversation draws on the collections of its project unless it has a choice of its own.',
      errors: {
        404: 'There is no such AI model or collection.',
        409: 'You have too many projects, or the Idempotency-Key belongs to another request.',
      },
    })
    .input(createProjectInput)
    .output(output(project))
    .mutation(({ ctx, input }) => createProject(ctx.deps, ctx.user, input)),
  update: memberProcedure
    .meta({
      summary: 'Change a project',
      description: 'Omitted fields stay unchanged. The next message is sent with the changes.',
      errors: { 404: 'There is no such project, AI model or collection.' },
    })
    .input(updateProjectInput)
    .output(output(project))
    .mutation(({ ctx, input }) => updateProject(ctx.deps, ctx.user, input)),
  delete: memberProcedure
    .meta({
      summary: 'Delete a project',
      description: 'Its conversations are kept, outside of any project. Its files are deleted.',
    })
    .input(projectIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteProject(ctx.deps, ctx.user.id, input.projectId);
      return { message: 'Project deleted' };
    }),
  moveConversations: memberProcedure
    .meta({
      summary: 'Move conversations to a project',
      description: '`projectId` null moves them out of their projects. They keep their places in lists.',
      errors: { 404: 'There is no such project, or none of the conversations exists.' },
    })
    .input(moveConversationsInput)
    .output(output(conversationCount))
    .mutation(async ({ ctx, input }) => ({ count: await moveConversations(ctx.deps, ctx.user.id, input) })),
});
