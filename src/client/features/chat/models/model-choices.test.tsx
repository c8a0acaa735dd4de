import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { accountKey, writeText } from '~/client/lib/account-storage';
import { config } from '~/client/testing/config';
import { boardPapers } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { answer } from '~/client/testing/messages';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { modelWords as words } from '~/client/words/models';
import { type AvailableModel, unknownAbilities } from '~/shared/schemas/models';
import { CurrentProject } from '../projects/current-project';
import { AnswerModel } from './answer-model';
import { askedWith, modelIn, readChoice, writeChoice } from './model-choice';
import { ModelPicker } from './model-picker';
import { ParameterFields } from './parameter-fields';
import { RetryWithModel } from './retry-with-model';

const offered = (id: string, changes: Partial<AvailableModel> = {}): AvailableModel => ({
  id,
  name: `${id} model`,
  endpointId: null,
  isDefault: false,
  contextTokens: 8192,
  maxOutputTokens: null,
  canResearch: true,
  abilities: unknownAbilities,
  ...changes,
});
const all = [offered('usual', { isDefault: true }), offered('fast'), offered('deep')];
const papers = { ...boardPapers, defaultModel: 'deep' };

function serve(models = all, isConnected = true) {
  return fakeServer({
    'auth.user': () => ada,
    'auth.config': () => ({ ...config, model: { ...config.model, isConnected } }),
    'models.list': () => models,
  });
}
async function openPicker(project?: typeof boardPapers) {
  serve();
  const app = renderInApp(
    <CurrentProject value={project}>
      <ModelPicker />
    </CurrentProject>,
  );
  const opener = await screen.findByRole('button', { name: /^AI model: / });
  await app.user.click(opener);
  return { opener, search: screen.getByRole('combobox', { name: words.search }), ...app };
}
const options = () =>
  within(screen.getByRole('listbox', { hidden: true }))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);
const active = (search: HTMLElement) =>
  document.getElementById(search.getAttribute('aria-activedescendant') ?? '')?.textContent;

it('shows a model that was chosen in another tab, because the next message uses it', async () => {
  serve();
  renderInApp(<ModelPicker />);
  await screen.findByRole('button', { name: words.chosen('usual model') });
  writeText(accountKey('model', ada.id, 'last'), JSON.stringify({ model: 'fast' }));
  act(() => void dispatchEvent(new Event('storage')));
  expect(screen.getByRole('button', { name: words.chosen('fast model') })).toBeDefined();
  expect(askedWith(ada.id, undefined, all).model).toBe('fast');
});

it('is absent without a connected AI model', async () => {
  const requests = serve([offered('usual')], false);
  renderInApp(<ModelPicker />);
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('models.list'));
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the parameters of the only model, and removes stored ones', async () => {
  serve([offered('usual')]);
  writeChoice(ada.id, { parameters: { maxOutputTokens: 16 } });
  const { user } = renderInApp(<ModelPicker />);
  await user.click(await screen.findByRole('button', { name: words.chosen('usual model') }));
  expect(screen.queryByRole('listbox', { hidden: true })).toBeNull();
  expect(screen.getByText(words.more).closest('details')?.open).toBe(true);
  expect(field(words.length).value).toBe('16');
  await user.clear(field(words.length));
  expect(readChoice(ada.id)).toEqual({ parameters: {} });
  await user.selectOptions(screen.getByLabelText(words.effort), 'low');
  expect(readChoice(ada.id)).toEqual({ parameters: { effort: 'low' } });
});

it('shows the chosen model, marks the default, and stores another choice', async () => {
  const { user, opener } = await openPicker();
  expect(options()).toEqual([`usual model${words.isDefault}`, 'fast model', 'deep model']);
  expect(within(screen.getByRole('listbox')).getByRole('option', { selected: true }).textContent).toContain('usual');
  await user.click(screen.getByRole('option', { name: 'fast model' }));
  expect(readChoice(ada.id)).toEqual({ model: 'fast' });
  expect(opener.getAttribute('aria-label')).toBe(words.chosen('fast model'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('can be used with the keyboard alone', async () => {
  const { user, search } = await openPicker();
  expect(document.activeElement).toBe(search);
  await user.keyboard('{ArrowUp}');
  expect(active(search)).toBe('deep model');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active(search)).toBe('fast model');
  await user.keyboard('{Enter}');
  expect(readChoice(ada.id).model).toBe('fast');
});

it('finds a model by any of its words, and shows when there is none', async () => {
  const { user, search } = await openPicker();
  await user.type(search, 'MODEL dee');
  expect(options()).toEqual(['deep model']);
  expect(active(search)).toBe('deep model');
  await user.type(search, 'x');
  expect(options()).toEqual([]);
  expect(screen.getByRole('status').textContent).toBe(words.noMatch);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(readChoice(ada.id)).toEqual({});
});

it('closes with Escape and returns the focus, or when the focus moves elsewhere', async () => {
  const { user, opener } = await openPicker();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
  await user.click(opener);
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  await user.click(document.body);
  expect(opener.getAttribute('aria-expanded')).toBe('false');
});

it('stores a choice made in a project for that project only', async () => {
  writeChoice(ada.id, { model: 'fast' });
  const { user, opener } = await openPicker(papers);
  expect(opener.getAttribute('aria-label')).toBe(words.chosen('deep model'));
  await user.click(screen.getByRole('option', { name: /^usual/ }));
  expect(readChoice(ada.id)).toEqual({ model: 'fast', inProjects: { [papers.id]: 'usual' } });
});

it('sends the model that the picker shows', () => {
  writeChoice(ada.id, { model: 'fast', inProjects: { [papers.id]: 'usual' }, parameters: { effort: 'low' } });
  expect(askedWith(ada.id, undefined, all)).toEqual({ model: 'fast', parameters: { effort: 'low' } });
  expect(askedWith(ada.id, papers, all)).toEqual({ model: 'usual', parameters: { effort: 'low' } });
  // A project without a default model uses the user's general choice.
  expect(askedWith(ada.id, boardPapers, undefined)).toEqual({ model: 'fast', parameters: { effort: 'low' } });
  expect(askedWith('bob', undefined, all)).toEqual({});
});

it("uses a project's default model until another one is chosen there", () => {
  expect(modelIn({ model: 'fast' }, papers, undefined)).toBe('deep');
  expect(modelIn({ inProjects: { other: 'fast' } }, papers, all)).toBe('deep');
  expect(modelIn({ inProjects: { [papers.id]: 'fast' } }, papers, all)).toBe('fast');
});

it("ignores a project's models that are no longer offered", async () => {
  const left = [offered('usual', { isDefault: true }), offered('fast')];
  writeChoice(ada.id, { model: 'fast', inProjects: { [papers.id]: 'gone' } });
  expect(askedWith(ada.id, papers, left)).toEqual({ model: 'fast' });
  writeChoice(ada.id, {});
  expect(askedWith(ada.id, papers, left)).toEqual({});
  expect(askedWith(ada.id, papers, [...left, offered('deep')])).toEqual({ model: 'deep' });
});

it('treats an invalid stored choice as none', () => {
  localStorage.setItem(`model:${ada.id}:last`, '{');
  expect(readChoice(ada.id)).toEqual({});
});

function fields(parameters = {}, abilities = unknownAbilities) {
  const onChange = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const app = renderInApp(
    <form onSubmit={onSubmit}>
      <ParameterFields model={offered('deep', { abilities })} parameters={parameters} onChange={onChange} />
    </form>,
  );
  return { onChange, onSubmit, ...app };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

it('stores valid parameters, and keeps the existing ones', async () => {
  const { user, onChange } = fields({ effort: 'high' });
  await user.type(field(words.temperature), '0.5');
  expect(onChange).toHaveBeenLastCalledWith({ effort: 'high', temperature: 0.5 });
  await user.type(field(words.length), '2000');
  expect(onChange).toHaveBeenLastCalledWith({ effort: 'high', maxOutputTokens: 2000 });
});

it.each([
  [words.temperature, '2.1', words.wrongTemperature],
  [words.temperature, '0,755', words.wrongTemperature],
  [words.length, '16.000', words.wrongLength],
  [words.temperature, '-1', words.wrongTemperature],
  [words.temperature, 'warm', words.wrongTemperature],
  [words.length, '15', words.wrongLength],
  [words.length, '20.5', words.wrongLength],
  [words.length, '1000001', words.wrongLength],
])('%s: "%s" is marked as invalid and not stored', async (label, text, problem) => {
  const { user, onChange } = fields({ effort: 'low' });
  await user.type(field(label), text);
  expect(errorOf(field(label))).toContain(problem);
  expect(onChange).toHaveBeenLastCalledWith({ effort: 'low' });
});

it('stores numbers with a decimal comma and with groups of thousands', async () => {
  const { user, onChange } = fields({});
  await user.type(field(words.temperature), '0,7');
  expect(onChange).toHaveBeenLastCalledWith({ temperature: 0.7 });
  await user.type(field(words.length), '16,000');
  expect(onChange).toHaveBeenLastCalledWith({ maxOutputTokens: 16_000 });
});

it('leaves the choice to the model if a field is empty', async () => {
  const { user, onChange } = fields({ temperature: 1 });
  expect(field(words.temperature).value).toBe('1');
  await user.clear(field(words.temperature));
  expect(onChange).toHaveBeenLastCalledWith({});
  expect(errorOf(field(words.temperature))).toBeUndefined();
});

it('does not send the message with Enter in a field', async () => {
  const { user, onSubmit } = fields();
  await user.type(field(words.temperature), '1{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

it('offers no effort for a model without reasoning', async () => {
  const { user, onChange, unmount } = fields();
  await user.selectOptions(screen.getByLabelText(words.effort), 'medium');
  expect(onChange).toHaveBeenLastCalledWith({ effort: 'medium' });
  unmount();
  fields({}, { ...unknownAbilities, reasoning: false });
  expect(screen.queryByLabelText(words.effort)).toBeNull();
});

it('offers the first other models after one failed, but not during a retry', async () => {
  serve([...all, offered('wide'), offered('last')]);
  const onTry = vi.fn();
  const { user, rerender } = renderInApp(<RetryWithModel modelId="usual" isRetrying={false} onTry={onTry} />);
  const buttons = await screen.findAllByRole<HTMLButtonElement>('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(
    ['fast', 'deep', 'wide'].map((id) => words.tryWith(`${id} model`)),
  );
  await user.click(screen.getByRole('button', { name: words.tryWith('deep model') }));
  expect(onTry).toHaveBeenCalledExactlyOnceWith('deep');
  rerender(<RetryWithModel modelId="usual" isRetrying onTry={onTry} />);
  expect(
    within(document.body)
      .getAllByRole<HTMLButtonElement>('button')
      .every(({ disabled }) => disabled),
  ).toBe(true);
});

it("shows the name of an answer's model in the picker, or its id at the endpoint", async () => {
  serve();
  const { rerender, container } = renderInApp(<AnswerModel metadata={{ modelId: 'deep', model: 'deep-2026' }} />);
  expect(await screen.findByText('deep model')).toBeDefined();
  rerender(<AnswerModel metadata={{ modelId: 'gone', model: 'gone-2025' }} />);
  expect(screen.getByText('gone-2025')).toBeDefined();
  rerender(<AnswerModel metadata={answer.metadata} />);
  expect(container.textContent).toBe('');
});
