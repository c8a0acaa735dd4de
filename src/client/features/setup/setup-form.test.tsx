import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { setupWords as words } from '~/client/words/setup';
import { SetupForm } from './setup-form';

it('requires the setup token, and trims it', async () => {
  const onRun = vi.fn();
  const { user } = renderInApp(<SetupForm isPending={false} onRun={onRun} />);
  const token = screen.getByLabelText(words.token);
  await user.type(token, '  {Enter}');
  await waitFor(() => expect(errorOf(token)).toBe(words.tokenMissing));
  expect(onRun).not.toHaveBeenCalled();
  await user.type(token, 'secret ');
  await waitFor(() => expect(errorOf(token)).toBeUndefined());
  await user.click(screen.getByLabelText(words.seed));
  await user.type(token, '{Enter}');
  await waitFor(() => expect(onRun).toHaveBeenCalledWith({ seedPositions: false, token: 'secret' }));
});
