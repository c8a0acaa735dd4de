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
import { findModels } from './found-facts';
import { connectionById } from './model-by-id';
import { addModel, deleteModel, probeModel, updateModel } from './offered-models.service';
import { tryModel } from './try-model';

const actingProcedure = adminProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, acting: { by: ctx.user, caller: ctx.caller } } }),
);

export const modelsRouter = router({
  list: memberProcedure.output(output(availableModels)).query(({ ctx }) => listAvailable(ctx.deps, ctx.user)),
  endpoints: adminProcedure.output(output(modelEndpoints)).query(({ ctx }) => listEndpoints(ctx.deps)),
  createEndpoint: actingProcedure
    .input(createEndpointInput)
    .output(output(createdEndpoint))
    .mutation(({ ctx, input }) => createEndpoint(ctx.deps, ctx.acting, input)),
  updateEndpoint: actingProcedure
    .input(updateEndpointInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await updateEndpoint(ctx.deps, ctx.acting, input);
      return { message: 'Endpoint saved' };
    }),
  deleteEndpoint: actingProcedure
    .input(endpointId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteEndpoint(ctx.deps, ctx.acting, input.id);
      return { message: 'Endpoint deleted' };
    }),
  find: adminProcedure
    .input(endpointId)
    .output(output(foundModels))
    .query(({ ctx, input }) => findModels(ctx.deps, input.id)),
  add: actingProcedure
    .input(addModelInput)
    .output(output(offeredModel))
    .mutation(({ ctx, input }) => addModel(ctx.deps, ctx.acting, input)),
  update: actingProcedure
    .input(updateModelInput)
    .output(output(offeredModel))
    .mutation(({ ctx, input }) => updateModel(ctx.deps, ctx.acting, input)),
  delete: actingProcedure
    .input(offeredModelId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteModel(ctx.deps, ctx.acting, input.id);
      return { message: 'Model removed' };
    }),
  test: adminProcedure
    .input(offeredModelId)
    .output(output(modelTest))
    .mutation(async ({ ctx, input }) => tryModel(await connectionById(ctx.deps, input.id))),
  probe: actingProcedure
    .input(offeredModelId)
    .output(output(offeredModel))
    .mutation(({ ctx, input }) => probeModel(ctx.deps, ctx.acting, input.id)),
});
