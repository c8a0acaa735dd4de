import { describe, expect, it } from 'vitest';
import { newAnswer } from '~/client/testing/messages';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import { emptyLiveState, type LiveAction, type LiveState, liveReducer } from './answer-reducer';
import { joinPage } from './join-messages';

const { id } = newAnswer();
const question = newAnswer({ id: 'question', role: 'user', content: 'Why?', metadata: {} });
const text = (at: number, words: string, attempt = 1): ConversationEvent => ({
  type: 'text',
  messageId: id,
  attempt,
  seq: at,
  at,
  text: words,
});
const started = (attempt = 1): ConversationEvent => ({
  type: 'started',
  userMessage: question,
  assistantMessage: newAnswer(),
  attempt,
});
const finished = (content: string, attempt = 1): ConversationEvent => ({
  type: 'finished',
  messageId: id,
  attempt,
  seq: 99,
  message: newAnswer({ content, metadata: { processing: false, status: 'complete' } }),
});

const applied = (state: LiveState, ...actions: LiveAction[]) => actions.reduce(liveReducer, state);
const events = (...list: ConversationEvent[]): LiveAction => ({ type: 'events', events: list });
const view = (state: LiveState) => state.known.get(id)?.view;

describe('liveReducer', () => {
  it('appends the pieces of an answer', () => {
    const state = applied(emptyLiveState, events(started(), text(0, 'Growth '), text(7, 'slowed.')));
    expect(view(state)).toMatchObject({ content: 'Growth slowed.', metadata: { processing: true } });
  });

  it('ignores repeated text', () => {
    const state = applied(
      emptyLiveState,
      events(started(), text(0, 'Growth '), text(7, 'slowed.'), text(0, 'Growth ')),
    );
    expect(view(state)?.content).toBe('Growth slowed.');
  });

  it('requests the rows when text is missing, and appends the text after the gap', () => {
    const gap = applied(emptyLiveState, events(started(), text(0, 'Growth '), text(14, ' Rates rose.')));
    expect(gap.rowsWanted).toBe(1);
    expect(view(gap)?.content).toBe('Growth ');
    const healed = applied(gap, {
      type: 'rows',
      askedAt: gap.clock,
      rows: [question, newAnswer({ content: 'Growth slowed. R' })],
    });
    expect(view(healed)?.content).toBe('Growth slowed. Rates rose.');
  });

  it('restarts with a higher attempt and ignores the previous one', () => {
    const state = applied(
      emptyLiveState,
      events(
        started(),
        text(0, 'First'),
        finished('First'),
        text(0, 'Sec', 2),
        text(0, 'First again'),
        text(3, 'ond', 2),
      ),
    );
    expect(view(state)).toMatchObject({ content: 'Second', metadata: { processing: true } });
    expect(view(state)?.metadata.status).toBeUndefined();
  });

  it('does not let a stale row revert a finished answer', () => {
    const running = applied(emptyLiveState, events(started(), text(0, 'All')));
    const done = applied(running, events(finished('All of it')));
    const late = applied(done, { type: 'rows', askedAt: running.clock, rows: [newAnswer({ content: 'Al' })] });
    expect(view(late)).toMatchObject({ content: 'All of it', metadata: { status: 'complete' } });
  });

  it('accepts a newer row of an answer that ended during a disconnect', () => {
    const running = applied(emptyLiveState, events(started(), text(0, 'All')));
    const row = newAnswer({ content: 'All of it', metadata: { status: 'interrupted' } });
    const state = applied(running, { type: 'rows', askedAt: running.clock, rows: [row] });
    expect(view(state)).toBe(row);
    expect(view(applied(state, events(text(3, ' of'))))).toBe(row);
  });

  it('shows the checkpoint of a row until the live text has caught up', () => {
    const rows = applied(emptyLiveState, { type: 'rows', askedAt: 0, rows: [newAnswer({ content: 'Half of' })] });
    expect(view(rows)?.content).toBe('Half of');
    const joined = applied(
      rows,
      events({ type: 'ready', running: [{ messageId: id, attempt: 3 }] }, text(0, 'Half', 3)),
    );
    expect(view(joined)?.content).toBe('Half of');
    expect(view(applied(joined, events(text(4, ' of the answer', 3))))?.content).toBe('Half of the answer');
  });

  it('clears a failed answer when it is retried', () => {
    const row = newAnswer({
      content: 'Part',
      metadata: { status: 'failed', error: { code: 'cut_off', message: 'Cut' } },
    });
    const failed = applied(emptyLiveState, { type: 'rows', askedAt: 0, rows: [row] });
    const retried = applied(failed, { type: 'retried', message: newAnswer(), attempt: 2 });
    expect(view(retried)).toMatchObject({ content: '', metadata: { processing: true } });
    expect(view(retried)?.metadata.error).toBeUndefined();
  });

  it('keeps the identity of an unchanged message', () => {
    const state = applied(emptyLiveState, events(started(), text(0, 'One')));
    const next = applied(state, events(text(0, 'One'), text(3, ' two')));
    expect(next.known.get('question')?.view).toBe(state.known.get('question')?.view);
  });

  it('keeps the newest activities and citations', () => {
    const activity = { kind: 'web_search', label: 'rates', state: 'running' } as const;
    const progress = (seq: number, state: 'running' | 'done'): ConversationEvent => ({
      type: 'progress',
      messageId: id,
      attempt: 1,
      seq,
      activities: [{ ...activity, state }],
      citations: [],
    });
    const state = applied(emptyLiveState, events(started(), progress(2, 'done'), progress(1, 'running')));
    expect(view(state)?.metadata.activities?.[0]?.state).toBe('done');
  });

  describe('the files of a message', () => {
    const file = { type: 'application/pdf', name: 'a.pdf', size: 1, url: '/objects/a', state: 'queued' as const };
    const asked = { ...question, attachments: [file] };
    const read: ConversationEvent = {
      type: 'attachments',
      messageId: 'question',
      attachments: [{ ...file, state: 'ready', extractedText: 'Rates.' }],
    };
    const states = (state: LiveState) =>
      joinPage([asked], state).map(({ attachments }) => attachments.map((attachment) => attachment.state));

    it('show their extracted text, even if the message was loaded before', () => {
      expect(states(emptyLiveState)).toEqual([['queued']]);
      expect(states(applied(emptyLiveState, events(read)))).toEqual([['ready']]);
    });

    it('are not reverted by a stale row, and are updated by a newer one', () => {
      const known = applied(emptyLiveState, { type: 'rows', askedAt: 0, rows: [asked] });
      const withText = applied(known, events(read));
      const late = applied(withText, { type: 'rows', askedAt: known.clock, rows: [asked] });
      expect(states(late)).toEqual([['ready']]);
      const failed = { ...asked, attachments: [{ ...file, state: 'failed' as const }] };
      const renewed = applied(late, { type: 'rows', askedAt: late.clock, rows: [failed] });
      expect(states(renewed)).toEqual([['failed']]);
    });
  });
});
