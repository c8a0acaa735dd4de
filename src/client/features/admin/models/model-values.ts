import type { Abilities, ModelAccess, OfferedModelRow } from '~/shared/schemas/models';
import { typedWholeNumber } from '~/shared/typed-number';

/** The values of the model forms. */
export const modelValues = (model?: OfferedModelRow) => ({
  name: model?.name ?? '',
  displayName: model?.displayName ?? '',
  contextTokens: textOf(model?.contextTokens),
  maxOutputTokens: textOf(model?.maxOutputTokens),
  inputPrice: model?.inputPrice ?? '',
  outputPrice: model?.outputPrice ?? '',
  tools: choiceOf(model?.abilities.tools),
  images: choiceOf(model?.abilities.images),
  reasoning: choiceOf(model?.abilities.reasoning),
  webSearch: choiceOf(model?.abilities.webSearch),
  access: accessOf(model),
  isDefault: model?.isDefault ?? false,
});
const accessOf = (model?: OfferedModelRow): ModelAccess => model?.access ?? 'everyone';

export type ModelValues = ReturnType<typeof modelValues>;

/** Empty limits are detected automatically; empty prices and abilities are unknown. */
export function toModelInput(values: ModelValues, groupIds: ReadonlySet<string>) {
  const { displayName, contextTokens, maxOutputTokens, inputPrice, outputPrice, access, isDefault } = values;
  const abilities: Abilities = {
    tools: abilityOf(values.tools),
    images: abilityOf(values.images),
    reasoning: abilityOf(values.reasoning),
    webSearch: abilityOf(values.webSearch),
  };
  return {
    ...(displayName.trim() && { displayName }),
    contextTokens: numberOf(contextTokens),
    maxOutputTokens: numberOf(maxOutputTokens),
    inputPrice: inputPrice.trim() || null,
    outputPrice: outputPrice.trim() || null,
    abilities,
    access,
    groupIds: access === 'everyone' ? [] : [...groupIds],
    isDefault,
  };
}

const textOf = (value: number | null | undefined) => (value == null ? '' : String(value));
const choiceOf = (value: boolean | null | undefined) => (value == null ? '' : value ? 'yes' : 'no');
const abilityOf = (text: string) => (text === '' ? null : text === 'yes');
/** Text that is not a number becomes NaN, which the schema rejects with a message. */
const numberOf = (text: string) => (text.trim() === '' ? null : typedWholeNumber(text));
