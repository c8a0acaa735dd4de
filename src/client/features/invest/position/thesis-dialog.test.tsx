import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { pageEvidence, positionPage, thesisOf } from '~/client/testing/position-pages';
import { closedPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { draftWords } from '~/client/words/draft';
import { evidenceWords } from '~/client/words/evidence';
import { positionWords as words } from '~/client/words/position';
import { uiWords } from '~/client/words/ui';
import type { PositionPage } from '~/shared/schemas/theses';
import { ThesisDialog } from './thesis-dialog';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });

function open(page: PositionPage, answers: FakeResponses = {}) {
  const requests = fakeServer({ 'positions.writeThesis': () => thesisOf(), ...answers });
  const sent = () => requests.filter(({ path }) => path === 'positions.writeThesis').map(({ input }) => input);
  const onClose = vi.fn();
  return { sent, onClose, ...renderInApp(<ThesisDialog page={page} onClose={onClose} />) };
}

it('writes the first version of a thesis', async () => {
  const page = positionPage();
  const { user, sent, onClose } = open(page);
  expect(screen.getByRole('dialog', { name: words.write })).toBeDefined();
  await user.type(field(words.claim), 'It grows');
  await user.type(field(words.wrongIf), 'Margins fall');
  await user.type(field(words.target), '300');
  await user.type(field(words.stop), '150');
  await user.type(field(words.horizon), '2 years');
  await user.type(field(words.reviewOn), '2027-01-04');
  await user.selectOptions(field(words.conviction), 'high');
  await user.type(field(words.sector), 'Cars');
  await user.click(press(words.save));
  expect(await screen.findByText(words.saved)).toBeDefined();
  expect(sent()).toEqual([
    {
      id: page.position.id,
      version: 0,
      claim: 'It grows',
      wrongIf: 'Margins fall',
      target: '300',
      stop: '150',
      horizon: '2 years',
      reviewOn: '2027-01-04',
      conviction: 'high',
      sector: 'Cars',
      weight: '',
      postMortem: '',
      evidence: [],
    },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows at the stop that it must be below the target', async () => {
  const { user, sent } = open(positionPage());
  await user.type(field(words.target), '150');
  await user.type(field(words.stop), '300');
  await user.click(press(words.save));
  await waitFor(() => expect(errorOf(field(words.stop))).toBe('Stop must be below the target'));
  expect(sent()).toEqual([]);
  await user.clear(field(words.stop));
  await user.type(field(words.stop), '90');
  await user.click(press(words.save));
  await waitFor(() => expect(sent()).toMatchObject([{ target: '150', stop: '90' }]));
});

it('starts from the newest version, with levels adjusted for splits', () => {
  const newest = thesisOf({
    version: 4,
    target: '900.00',
    adjustedTarget: '300.00',
    stop: '150.00',
    conviction: 'low',
  });
  open(positionPage({ theses: [newest, thesisOf({ claim: 'An earlier one' })] }));
  expect(screen.getByRole('dialog', { name: words.edit })).toBeDefined();
  expect(field(words.claim).value).toBe('It grows');
  expect(field(words.target).value).toBe('300.00');
  expect(field(words.stop).value).toBe('150.00');
  expect(field(words.conviction).value).toBe('low');
});

it('replaces the version that was current when the form opened', async () => {
  const page = positionPage({ theses: [thesisOf({ version: 4 })] });
  const { user, sent, rerender } = open(page);
  rerender(
    <ThesisDialog page={{ ...page, theses: [thesisOf({ version: 5, claim: 'Of another' })] }} onClose={() => {}} />,
  );
  expect(field(words.claim).value).toBe('It grows');
  await user.type(field(words.claim), ' fast');
  await user.click(press(words.save));
  await waitFor(() => expect(sent()).toMatchObject([{ version: 4, claim: 'It grows fast' }]));
});

it('restores unsaved text after a reload, and says if a newer version was saved since', async () => {
  const page = positionPage({ theses: [thesisOf({ version: 4 })] });
  const first = open(page);
  await first.user.type(field(words.claim), ' fast');
  await first.user.selectOptions(field(words.conviction), 'high');
  first.unmount();
  const newer = open({ ...page, theses: [thesisOf({ version: 5 })] });
  expect(field(words.claim).value).toBe('It grows fast');
  expect(screen.getByRole('status').textContent).toBe(`${draftWords.restored} ${draftWords.outdated}`);
  newer.unmount();
  const second = open(page);
  expect(screen.getByText(draftWords.restored)).toBeDefined();
  expect(field(words.claim).value).toBe('It grows fast');
  expect(field(words.conviction).value).toBe('high');
  await second.user.click(press(words.save));
  await waitFor(() => expect(second.onClose).toHaveBeenCalled());
  second.unmount();
  open(page);
  expect(field(words.claim).value).toBe('It grows');
});

it('says of unsaved text that a split has adjusted the saved levels since', async () => {
  const written = thesisOf({ version: 4, target: '900.00' });
  const first = open(positionPage({ theses: [written] }));
  await first.user.type(field(words.claim), ' fast');
  first.unmount();
  open(positionPage({ theses: [{ ...written, adjustedTarget: '300.00' }] }));
  expect(field(words.target).value).toBe('900.00');
  expect(screen.getByRole('status').textContent).toBe(`${draftWords.restored} ${draftWords.outdated}`);
});

it('restores unsaved evidence, and discards it with Cancel', async () => {
  const page = positionPage({ theses: [thesisOf({ evidence: [pageEvidence] })] });
  const statement = () => screen.getByLabelText<HTMLTextAreaElement>(evidenceWords.statementOf(pageEvidence.title));
  const first = open(page);
  await first.user.type(statement(), ' again');
  first.unmount();
  const second = open(page);
  expect(statement().value).toBe(`${pageEvidence.statement} again`);
  await second.user.click(press(uiWords.cancel));
  expect(second.onClose).toHaveBeenCalledOnce();
  second.unmount();
  open(page);
  expect(statement().value).toBe(pageEvidence.statement);
});

it('shows errors beside each field, and saves nothing', async () => {
  const { user, sent } = open(positionPage());
  await user.type(field(words.target), 'high');
  await user.type(field(words.stop), 'low');
  await user.type(field(words.sector), 'x'.repeat(101));
  await user.click(press(words.save));
  await waitFor(() => expect(errorOf(field(words.target))).toBe('Target must be a valid decimal'));
  expect(errorOf(field(words.stop))).toBe('Stop must be a valid decimal');
  expect(errorOf(field(words.sector))).toBe('Sector is too long');
  expect(document.activeElement).toBe(field(words.target));
  expect(sent()).toEqual([]);
  await user.clear(field(words.target));
  await waitFor(() => expect(errorOf(field(words.target))).toBeUndefined());
});

it('asks for the lessons of a closed position only', async () => {
  const first = open(positionPage());
  expect(screen.queryByLabelText(words.postMortem)).toBeNull();
  first.unmount();
  const { user, sent } = open(positionPage({ position: closedPosition(), theses: [thesisOf()] }));
  await user.type(field(words.postMortem), 'Sold too early');
  await user.click(press(words.save));
  await waitFor(() => expect(sent()).toMatchObject([{ version: 1, claim: 'It grows', postMortem: 'Sold too early' }]));
});

it("can't be closed while it saves, and keeps the input if another version came first", async () => {
  let refuse = () => {};
  const { user, onClose } = open(positionPage(), {
    'positions.writeThesis': () =>
      new Promise((_, reject) => {
        const message = 'The thesis was changed since';
        refuse = () => reject(new ServerError(message, { code: 'CONFLICT', httpStatus: 409 }));
      }),
  });
  await user.type(field(words.claim), 'It grows');
  await user.click(press(words.save));
  await screen.findByRole('button', { name: words.saving });
  await user.click(press(uiWords.cancel));
  expect(onClose).not.toHaveBeenCalled();
  refuse();
  expect(await screen.findByText('The thesis was changed since')).toBeDefined();
  expect(field(words.claim).value).toBe('It grows');
  expect(onClose).not.toHaveBeenCalled();
});

it('shows a server error beside its field', async () => {
  const message = 'Review date is in the past';
  const { user } = open(positionPage(), {
    'positions.writeThesis': () => {
      throw new ServerError(message, { fieldErrors: { reviewOn: message } });
    },
  });
  await user.type(field(words.reviewOn), '2020-01-02');
  await user.click(press(words.save));
  await waitFor(() => expect(errorOf(field(words.reviewOn))).toBe(message));
  expect(document.activeElement).toBe(field(words.reviewOn));
});
