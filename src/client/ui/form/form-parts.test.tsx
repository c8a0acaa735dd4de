import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTimingForm } from '~/client/hooks/use-timing-form';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { markdownWords } from '~/client/words/markdown';
import { scheduleWords, weekdays } from '~/client/words/schedules';
import { secondFactorWords } from '~/client/words/second-factor';
import { uiWords } from '~/client/words/ui';
import { CheckboxList } from './checkbox-list';
import { ChoiceRow } from './choice-row';
import { CodeField } from './code-field';
import { CopyButton } from './copy-button';
import { PasswordField } from './password-field';
import { SearchField } from './search-field';
import { SelectField } from './select-field';
import { TextArea } from './text-area';
import { TimingFields } from './timing-fields';

const button = (name: string) => screen.getByRole('button', { name });

it('a password can be shown, and keeps its text', async () => {
  const { user } = renderInApp(<PasswordField label="Password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await user.type(field, 'secret');
  expect(field.type).toBe('password');
  await user.click(button(uiWords.showPassword));
  expect(field.type).toBe('text');
  expect(field.value).toBe('secret');
  await user.click(button(uiWords.hidePassword));
  expect(field.type).toBe('password');
});

function Search({ isSecond = false }) {
  const [value, setValue] = useState('');
  return (
    <>
      <SearchField label="Search users" clearLabel="Clear" value={value} onChange={setValue} isSecond={isSecond} />
      <output>{value}</output>
    </>
  );
}

it('a search is cleared by its button and by Escape', async () => {
  const { user } = renderInApp(<Search />);
  const field = screen.getByLabelText('Search users');
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  await user.type(field, 'ada');
  expect(screen.getByRole('status').textContent).toBe('ada');
  await user.click(button('Clear'));
  expect(screen.getByRole('status').textContent).toBe('');
  await user.type(field, 'lin');
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
  expect(screen.getByRole('status').textContent).toBe('lin');
  await user.keyboard('{Escape}');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('Escape in an empty search reaches the dialog around it', async () => {
  const onKeyDown = vi.fn((event: KeyboardEvent) => event.defaultPrevented);
  const { user } = renderInApp(<Search />);
  document.addEventListener('keydown', onKeyDown);
  await user.type(screen.getByLabelText('Search users'), '{Escape}');
  document.removeEventListener('keydown', onKeyDown);
  expect(onKeyDown.mock.results.map(({ value }) => value)).toEqual([false]);
});

it('a page has one search landmark', () => {
  renderInApp(
    <>
      <Search />
      <Search isSecond />
    </>,
  );
  expect(screen.getAllByRole('search')).toHaveLength(1);
});

it('too long text is marked, not cut', async () => {
  function Notes() {
    const [text, setText] = useState('');
    return (
      <TextArea
        label="Notes"
        hint="Plain text"
        value={text}
        onChange={({ target }) => setText(target.value)}
        count={{ now: text.length, limit: 5 }}
      />
    );
  }
  const { user } = renderInApp(<Notes />);
  const area = screen.getByLabelText<HTMLTextAreaElement>('Notes');
  await user.type(area, '12345');
  expect(errorOf(area)).toBeUndefined();
  expect(screen.getByText('5/5')).toBeDefined();
  await user.type(area, '6');
  expect(area.value).toBe('123456');
  expect(errorOf(area)).toContain('6/5');
});

it('an error replaces the hint', () => {
  const { rerender } = renderInApp(
    <SelectField label="Role" hint="What they may do">
      <option>User</option>
    </SelectField>,
  );
  expect(screen.getByText('What they may do')).toBeDefined();
  rerender(
    <SelectField label="Role" hint="What they may do" error="Choose one">
      <option>User</option>
    </SelectField>,
  );
  expect(errorOf(screen.getByLabelText('Role'))).toBe('Choose one');
  expect(screen.queryByText('What they may do')).toBeNull();
});

it('a list of checkboxes changes its selection and shows an error', async () => {
  const onChange = vi.fn<(chosen: ReadonlySet<string>) => void>();
  const options = [
    { id: 'a', name: 'Research' },
    { id: 'b', name: 'Board' },
  ];
  const list = (chosen: string[], error?: string) => (
    <CheckboxList legend="Groups" options={options} chosen={new Set(chosen)} onChange={onChange} error={error} />
  );
  const { user, rerender } = renderInApp(list(['a']));
  expect(screen.getByRole('group', { name: 'Groups' })).toBeDefined();
  await user.click(screen.getByLabelText('Board'));
  expect([...(onChange.mock.lastCall?.[0] ?? [])]).toEqual(['a', 'b']);
  await user.click(screen.getByLabelText('Research'));
  expect([...(onChange.mock.lastCall?.[0] ?? [])]).toEqual([]);
  rerender(list([], 'Choose at least one group'));
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one group');
});

it('a row of choices has exactly one selected option', async () => {
  const onChange = vi.fn();
  const choices = [
    { value: 'all', name: 'All' },
    { value: 'year', name: '1Y', hint: 'One year' },
  ] as const;
  const { user } = renderInApp(<ChoiceRow legend="Period" choices={choices} value="all" onChange={onChange} />);
  expect(button('All').getAttribute('aria-pressed')).toBe('true');
  expect(button('One year').getAttribute('aria-pressed')).toBe('false');
  await user.click(button('One year'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('year');
});

it('a code has a numeric keyboard, a recovery code a text keyboard', async () => {
  function Code({ hasApp = true }) {
    const [isRecovery, setIsRecovery] = useState(!hasApp);
    return <CodeField isRecovery={isRecovery} hasApp={hasApp} onRecovery={setIsRecovery} />;
  }
  const { user, rerender } = renderInApp(<Code />);
  expect(screen.getByLabelText(secondFactorWords.code).getAttribute('inputmode')).toBe('numeric');
  await user.click(button(secondFactorWords.useRecovery));
  expect(screen.getByLabelText(secondFactorWords.recoveryCode).getAttribute('inputmode')).toBe('text');
  await user.click(button(secondFactorWords.useApp));
  expect(screen.getByLabelText(secondFactorWords.code)).toBeDefined();
  rerender(<Code key="without app" hasApp={false} />);
  expect(screen.queryByRole('button')).toBeNull();
});

const daily = { frequency: 'daily', time: '08:00', timeZone: 'Europe/Berlin' } as const;

function Schedule({ onValid }: { onValid: (timing: object) => void }) {
  const { formProps, ...form } = useTimingForm({ start: daily, failureTitle: '', onValid });
  return (
    <form {...formProps}>
      <TimingFields {...form} />
      <button type="submit">Save</button>
    </form>
  );
}

it('a schedule shows the day field that its frequency needs', async () => {
  const onValid = vi.fn();
  const { user } = renderInApp(<Schedule onValid={onValid} />);
  expect(screen.queryByLabelText(scheduleWords.weekday)).toBeNull();
  expect(screen.getByText(scheduleWords.timeZone('Europe/Berlin'))).toBeDefined();
  await user.selectOptions(screen.getByLabelText(scheduleWords.frequency), 'weekly');
  await user.selectOptions(screen.getByLabelText(scheduleWords.weekday), weekdays[2]);
  await user.click(button('Save'));
  await waitFor(() =>
    expect(onValid.mock.lastCall?.[0]).toEqual({ ...daily, frequency: 'weekly', weekday: 3, dayOfMonth: 1 }),
  );
  await user.selectOptions(screen.getByLabelText(scheduleWords.frequency), 'monthly');
  expect(screen.queryByLabelText(scheduleWords.weekday)).toBeNull();
  await user.selectOptions(screen.getByLabelText(scheduleWords.dayOfMonth), '31');
  await user.click(button('Save'));
  await waitFor(() => expect(onValid.mock.lastCall?.[0]).toMatchObject({ frequency: 'monthly', dayOfMonth: 31 }));
});

it('a schedule without a time is not saved and shows an error at the field', async () => {
  const onValid = vi.fn();
  const { user } = renderInApp(<Schedule onValid={onValid} />);
  const time = screen.getByLabelText(scheduleWords.time);
  fireEvent.change(time, { target: { value: '' } });
  await user.click(button('Save'));
  await waitFor(() => expect(errorOf(time)).toBe('Use a time like 08:00'));
  expect(onValid).not.toHaveBeenCalled();
});

const clipboard = { writeText: vi.fn(async (_text: string) => {}) };
let before: PropertyDescriptor | undefined;
beforeEach(() => {
  before = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  clipboard.writeText.mockReset();
});
afterEach(() => {
  if (before) Object.defineProperty(navigator, 'clipboard', before);
  else Reflect.deleteProperty(navigator, 'clipboard');
});
/** Call after renderInApp, because userEvent installs its own clipboard. */
const stubClipboard = () => Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });

it('copies the unmodified text when pressed, and confirms it', async () => {
  let text = 'first';
  const { user } = renderInApp(<CopyButton text={() => text} label="Copy link" />);
  stubClipboard();
  clipboard.writeText.mockResolvedValue(undefined);
  text = 'second';
  await user.click(button('Copy link'));
  expect(await screen.findByRole('button', { name: markdownWords.copied })).toBeDefined();
  expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith('second');
});

it('shows that the browser did not allow copying', async () => {
  const { user } = renderInApp(<CopyButton text={() => 'text'} label="Copy link" />);
  stubClipboard();
  clipboard.writeText.mockRejectedValue(new Error('not allowed'));
  await user.click(button('Copy link'));
  expect(await screen.findByText(markdownWords.couldNotCopy)).toBeDefined();
  await waitFor(() => expect(button('Copy link')).toBeDefined());
});
