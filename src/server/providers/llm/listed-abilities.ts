/** The abilities in a vendor's description of a model. Each vendor has its own format, and many have none. */
import { recordOf } from '~/shared/is-record';
import type { ModelAbilities } from './openai-endpoint';
import { listOf, type WireObject } from './openai-wire';

/** Absent means unknown. */
export type FoundAbilities = Partial<Pick<ModelAbilities, 'tools' | 'images' | 'reasoning'>>;

export function abilitiesIn(model: WireObject): FoundAbilities {
  const { capabilities } = model;
  const declared = Array.isArray(capabilities) ? ofNames(capabilities, model) : ofFlags(recordOf(capabilities));
  return { ...ofParameters(model), ...declared };
}

/** OpenRouter: the supported parameters of a model, and its input modalities. */
function ofParameters({ supported_parameters: parameters, architecture }: WireObject): FoundAbilities {
  const { input_modalities: inputs } = recordOf(architecture);
  return {
    ...(Array.isArray(parameters) && {
      tools: parameters.includes('tools'),
      reasoning: parameters.includes('reasoning'),
    }),
    ...(Array.isArray(inputs) && { images: inputs.includes('image') }),
  };
}

/** Mistral. */
function ofFlags({ function_calling: tools, vision: images }: WireObject): FoundAbilities {
  return { ...(typeof tools === 'boolean' && { tools }), ...(typeof images === 'boolean' && { images }) };
}

/** Ollama names all abilities. LM Studio names only tools, and shows by the type that a model takes images. */
function ofNames(names: readonly unknown[], { type }: WireObject): FoundAbilities {
  if (typeof type === 'string')
    return { images: type === 'vlm', ...(listOf(names).includes('tool_use') && { tools: true }) };
  return { tools: names.includes('tools'), images: names.includes('vision'), reasoning: names.includes('thinking') };
}
