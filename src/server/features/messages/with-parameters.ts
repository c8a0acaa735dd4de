import type { PreparedAnswer } from '~/server/generation/prepared-answer';
import type { ModelRequest } from '~/server/providers/llm/types';
import type { ModelParameters } from '~/shared/schemas/models';

/** Adds the parameters that the user has chosen for the answer. */
export const withParameters = (
  prepared: PreparedAnswer,
  parameters: ModelParameters | null | undefined,
): PreparedAnswer => (parameters ? { ...prepared, request: requestWith(prepared.request, parameters) } : prepared);

function requestWith<Request extends ModelRequest>(request: Request, parameters: ModelParameters): Request {
  const { shorten } = request;
  return {
    ...request,
    parameters,
    ...(shorten && { shorten: (factor: number) => requestWith(shorten(factor), parameters) }),
  };
}
