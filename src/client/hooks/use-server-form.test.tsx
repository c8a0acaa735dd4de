import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { TextField } from '~/client/ui/form/field';
import { useServerForm } from './use-server-form';

const schema = z.object({
  name: z.string().min(1, 'Name is required'),
  ticker: z.string().min(1, 'Ticker is required').max(5, 'Ticker is too long'),
});
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

function setUp(loadSchema = async (): Promise<typeof schema> => schema) {
  const onValid = vi.fn();
  const seen: { onError?: (cause: unknown) => void; reset?: () => void } = {};
  function Form() {
    const { formProps, fieldProps, onError, reset } = useServerForm({
      defaultValues: { name: '', ticker: '' },
      failureTitle: 'Failed to save',
      loadSchema,
      onValid,
    });
    seen.onError = onError;
    seen.reset = reset;
    return (
      <form {...formProps}>
        <TextField label="Name" {...fieldProps('name')} />
        <TextField label="Ticker" {...fieldProps('ticker')} />
        <button type="submit">Save</button>
      </form>
    );
  }
  return { onValid, seen, ...renderInApp(<Form />) };
}

it('shows all errors at once and focuses the first invalid field', async () => {
  const { user, onValid } = setUp();
  await user.click(screen.getByText('Save'));
  await waitFor(() => expect(errorOf(field('Name'))).toBe('Name is required'));
  expect(errorOf(field('Ticker'))).toBe('Ticker is required');
  expect(document.activeElement).toBe(field('Name'));
  expect(onValid).not.toHaveBeenCalled();
});

it('revalidates a field on each change only after it was invalid', async () => {
  const { user } = setUp();
  await user.type(field('Ticker'), 'TOOLONG');
  expect(errorOf(field('Ticker'))).toBeUndefined();
  await user.type(field('Ticker'), '{Enter}');
  await waitFor(() => expect(errorOf(field('Ticker'))).toBe('Ticker is too long'));
  await user.type(field('Ticker'), '{Backspace}{Backspace}');
  await waitFor(() => expect(errorOf(field('Ticker'))).toBeUndefined());
  expect(errorOf(field('Name'))).toBe('Name is required');
});

it('is sent once, even if it is submitted repeatedly while the schema loads', async () => {
  let arrive: () => void = () => {};
  const arrived = new Promise<typeof schema>((resolve) => {
    arrive = () => resolve(schema);
  });
  const { user, onValid } = setUp(() => arrived);
  await user.type(field('Name'), 'Tesla');
  await user.type(field('Ticker'), 'TSLA{Enter}');
  await user.click(screen.getByText('Save'));
  await user.type(field('Ticker'), '{Enter}');
  arrive();
  await waitFor(() => expect(onValid).toHaveBeenCalled());
  await user.click(document.body);
  expect(onValid).toHaveBeenCalledExactlyOnceWith({ name: 'Tesla', ticker: 'TSLA' });
});

it('removes the error of the previous attempt when it is sent again', async () => {
  const { user, seen } = setUp();
  await user.type(field('Name'), 'Tesla');
  await user.type(field('Ticker'), 'TSLA{Enter}');
  act(() => seen.onError?.(new ServerError('The server is busy')));
  expect(await screen.findByText('The server is busy')).toBeDefined();
  await user.click(screen.getByText('Save'));
  // Shorter than the time after which the message disappears anyway.
  await waitFor(() => expect(screen.queryByText('Failed to save')).toBeNull(), { timeout: 2000 });
});

it('sends values that a password manager filled in without an event', async () => {
  const { user, onValid } = setUp();
  field('Name').value = 'Tesla';
  field('Ticker').value = 'TSLA';
  await user.click(screen.getByText('Save'));
  await waitFor(() => expect(onValid).toHaveBeenCalledExactlyOnceWith({ name: 'Tesla', ticker: 'TSLA' }));
});

it('shows server errors at their fields, keeps the input, and clears an error on the next change', async () => {
  const { user, seen, onValid } = setUp();
  await user.type(field('Name'), 'Tesla');
  await user.type(field('Ticker'), 'TSLA{Enter}');
  await waitFor(() => expect(onValid).toHaveBeenCalledOnce());
  seen.onError?.(
    new ServerError('Unknown ticker', { fieldErrors: { ticker: 'Unknown ticker', other: 'No such field' } }),
  );
  await waitFor(() => expect(errorOf(field('Ticker'))).toBe('Unknown ticker'));
  expect(screen.getByText('Failed to save')).toBeDefined();
  expect(document.activeElement).toBe(field('Ticker'));
  expect(field('Ticker').value).toBe('TSLA');
  await user.type(field('Ticker'), 'X');
  await waitFor(() => expect(errorOf(field('Ticker'))).toBeUndefined());
});

it('is submitted once by a double click, even if the form is reset in between', async () => {
  const { user, onValid, seen } = setUp();
  onValid.mockImplementation(() => seen.reset?.());
  await user.type(field('Name'), 'Apple');
  await user.type(field('Ticker'), 'AAPL');
  await user.dblClick(screen.getByText('Save'));
  await waitFor(() => expect(onValid).toHaveBeenCalledOnce());
  expect(field('Name').value).toBe('');
  expect(errorOf(field('Name'))).toBeUndefined();
});
