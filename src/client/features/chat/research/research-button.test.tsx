import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { researchAnswers, startedResearch } from '~/client/testing/researches';
import { ada } from '~/client/testing/users';
import { researchWords as words } from '~/client/words/research';
import type { Project } from '~/shared/schemas/projects';
import type { StartResearchInput } from '~/shared/schemas/research';
import { newChatCollections, switchInNewChat } from '../collections/new-chat-collections';
import { CurrentProject } from '../projects/current-project';
import ResearchButton from './research-button';

const serve = (canResearch: boolean, start?: FakeResponses['research.start']) =>
  fakeServer({
    ...researchAnswers(canResearch),
    'auth.user': () => ada,
    ...(start && { 'research.start': start }),
    'collections.switch': () => [],
  });
const collectionId = '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a04';
const button = () => screen.findByRole('button', { name: words.button });
const onStarted = vi.fn();
beforeEach(() => onStarted.mockClear());
const inputOf = (requests: ReturnType<typeof serve>) =>
  requests.find(({ path }) => path === 'research.start')?.input as StartResearchInput | undefined;

it('starts research with a model that supports it, also without tools', async () => {
  const requests = serve(true);
  const { user } = renderInApp(<ResearchButton text=" Where do rates stand? " onStarted={onStarted} />);
  expect((await button()).getAttribute('aria-disabled')).toBeNull();
  await user.click(await button());
  await expect.poll(() => onStarted.mock.calls).toEqual([[' Where do rates stand? ']]);
  expect(inputOf(requests)).toMatchObject({ question: 'Where do rates stand?', model: 'm' });
});

const project = { id: '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a03', name: 'Rates' } as Project;
const inProject = (text: string) => (
  <CurrentProject value={project}>
    <ResearchButton text={text} onStarted={onStarted} />
  </CurrentProject>
);

it('starts research of a new chat in its project, with the collections selected there', async () => {
  switchInNewChat(ada.id, collectionId, false);
  const requests = serve(true);
  const { user, router } = renderInApp(inProject('Where do rates stand?'), { path: '/qchat' });
  await user.click(await button());
  await expect.poll(() => router.latestLocation.search).toEqual({ c: startedResearch.conversationId });
  expect(inputOf(requests)?.projectId).toBe(project.id);
  expect(requests.find(({ path }) => path === 'collections.switch')?.input).toEqual({
    conversationId: startedResearch.conversationId,
    collectionId,
    isOn: false,
  });
  expect(newChatCollections(ada.id)).toEqual([]);
});

it('names no project for research in an existing conversation', async () => {
  const requests = serve(true);
  const path = `/qchat?c=${startedResearch.conversationId}`;
  const { user } = renderInApp(inProject('Where do rates stand?'), { path });
  await user.click(await button());
  await expect.poll(() => onStarted.mock.calls).toHaveLength(1);
  expect(inputOf(requests)).toMatchObject({ conversationId: startedResearch.conversationId });
  expect(inputOf(requests)?.projectId).toBeUndefined();
});

it('names the text that it was started with if the text has changed since', async () => {
  let arrive: () => void = () => {};
  const requests = serve(true, () => new Promise((resolve) => (arrive = () => resolve(startedResearch))));
  const { user, rerender } = renderInApp(inProject('Where do rates stand?'));
  await user.click(await button());
  await expect.poll(() => inputOf(requests)).toBeDefined();
  rerender(inProject('And banks?'));
  arrive();
  await expect.poll(() => onStarted.mock.calls).toEqual([['Where do rates stand?']]);
});

it.each([
  ['without a question', true, ' ', words.writeFirst],
  ['without web search', false, 'Where do rates stand?', words.needsWeb],
])("shows why it can't start %s", async (_name, canResearch, text, reason) => {
  const requests = serve(canResearch);
  const { user } = renderInApp(<ResearchButton text={text} onStarted={onStarted} />);
  expect((await button()).getAttribute('aria-disabled')).toBe('true');
  await user.click(await button());
  // A press hides the tooltip until the pointer returns.
  await user.unhover(await button());
  await user.hover(await button());
  await expect.poll(() => screen.getByRole('tooltip').textContent).toBe(reason);
  expect(requests.some(({ path }) => path === 'research.start')).toBe(false);
});
