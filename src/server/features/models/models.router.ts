import { adminProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  addModelInput,
  availableModels,
  createdEndpoint,
  createEndpointInput,
  endpointId,
  foundModels,
  modelEndpoints,
  modelTest,
  offeredModel,
  offeredModelId,
  updateEndpointInput,
  updateModelInput,
} from '~/shared/schemas/models';
import { messageOutput } from '~/shared/schemas/output';
import { listAvailable } from './available-models';
import { createEndpoint, deleteEndpoint, listEndpoints, updateEndpoint } from './endpoints.service';
import { connectionById } from './model-by-id';
import { findModels } from './model-facts';
import { addModel, deleteModel, probeModel, updateModel } from './offered-models.service';
import { tryModel } from './try-model';

export const modelsRouter = router({
  list: memberProcedure
    .meta({
      summary: 'List the AI models that you can choose',
      description: 'The default first. Send an `id` as `model` with a message.',
    })
    .output(output(availableModels))
    .query(({ ctx }) => listAvailable(ctx.deps, ctx.user)),
  endpoints: adminProcedure
    .meta({ summary: 'List model endpoints and the models they offer' })
    .output(output(modelEndpoints))
    .query(({ ctx }) => listEndpoints(ctx.deps)),
  createEndpoint: adminProcedure
    .meta({
      summary: 'Add a model endpoint',
      description:
        'Any http or https address is allowed, also a private one such as a local Ollama. Key, headers and proxy are stored encrypted and never returned.',
      errors: { 409: 'Another endpoint has this name.' },
    })
    .input(createEndpointInput)
    .output(output(createdEndpoint))
    .mutation(({ ctx, input }) => createEndpoint(ctx.deps, ctx.acting, input)),
  updateEndpoint: adminProcedure
    .meta({
      summary: 'Change a model endpoint',
      description: 'A stored key stays with its address: when the host changes, send the key again.',
      errors: { 409: 'Another endpoint has this name.' },
    })
    .input(updateEndpointInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await updateEndpoint(ctx.deps, ctx.acting, input);
      return { message: 'Endpoint saved' };
    }),
  deleteEndpoint: adminProcedure
    .meta({ summary: 'Delete a model endpoint with its models' })
    .input(endpointId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteEndpoint(ctx.deps, ctx.acting, input.id);
      return { message: 'Endpoint deleted' };
    }),
  find: adminProcedure
    .meta({
      summary: 'List the models that an endpoint has',
      errors: { 502: 'The endpoint could not be reached, or returned an error; see `message`.' },
    })
    .input(endpointId)
    .output(output(foundModels))
    .query(({ ctx, input }) => findModels(ctx.deps, input.id)),
  add: adminProcedure
    .meta({
      summary: 'Offer a model to users',
      description: 'Limits that you leave out are those that the endpoint reports, or those known for the model.',
      errors: { 404: 'No such endpoint.', 409: 'The endpoint already offers this model.' },
    })
    .input(addModelInput)
    .output(output(offeredModel))
    .mutation(({ ctx, input }) => addModel(ctx.deps, ctx.acting, input)),
  update: adminProcedure
    .meta({ summary: 'Change an offered model' })
    .input(updateModelInput)
    .output(output(offeredModel))
    .mutation(({ ctx, input }) => updateModel(ctx.deps, ctx.acting, input)),
  delete: adminProcedure
    .meta({ summary: 'Stop offering a model', errors: { 409: 'The model comes from the AI_* settings.' } })
    .input(offeredModelId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteModel(ctx.deps, ctx.acting, input.id);
      return { message: 'Model removed' };
    }),
  test: adminProcedure
    .meta({
      summary: 'Ask a model one question',
      description: 'The question is real, so the provider may charge for it.',
    })
    .input(offeredModelId)
    .output(output(modelTest))
    .mutation(async ({ ctx, input }) => tryModel(await connectionById(ctx.deps, input.id))),
  probe: adminProcedure
    .meta({
      summary: 'Detect the abilities of a model',
      description: 'Asks up to 5 short questions, and stores the abilities and limits found.',
      errors: { 502: 'The endpoint could not be reached, or returned an error; see `message`.' },
    })
    .input(offeredModelId)
    .output(output(offeredModel))
    .mutation(({ ctx, input }) => probeModel(ctx.deps, ctx.acting, input.id)),
});
