import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { boardPapers } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { projectsWords } from '~/client/words/projects';
import { welcomeWords as words } from '~/client/words/welcome';
import { WelcomeProject } from './welcome-project';

const bare = { ...boardPapers, customInstructions: '' };

it.each([
  ['its instructions and files', { ...boardPapers, fileCount: 2 }, `${words.instructions} · 2 files`],
  ['a single file', { ...bare, fileCount: 1 }, '1 file'],
  ['what could be added', bare, words.noContents],
])('shows the project with %s', (_, project, contents) => {
  renderInApp(<WelcomeProject project={project} />);
  expect(screen.getByRole('button').textContent).toBe(`Board papers${contents}`);
});

it('opens the project dialog, and closes it once saved', async () => {
  fakeServer({
    'models.list': () => [],
    'collections.list': () => ({ items: [], nextCursor: null }),
    'projects.list': () => ({ items: [bare], nextCursor: null }),
    'projects.update': () => boardPapers,
  });
  const { user } = renderInApp(<WelcomeProject project={bare} />);
  await user.click(screen.getByRole('button', { name: /^Board papers/ }));
  expect(await screen.findByRole('dialog', { name: projectsWords.edit })).toBeDefined();
  await user.type(screen.getByLabelText(projectsWords.name), ' 2026');
  await user.click(screen.getByRole('button', { name: projectsWords.save }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
