import { describe, expect, it } from 'vitest';
import { systemPrompt } from './system-prompt';

const now = new Date('2026-11-22T23:30:00Z');
const facts = { now, canSearch: false, hasFiles: false, seesImages: true };

describe('the system prompt', () => {
  it('gives the date where the user is', () => {
    expect(systemPrompt({ ...facts, timeZone: 'Asia/Tokyo' })).toContain('Today is 2026-11-23, Monday (Asia/Tokyo).');
    expect(systemPrompt({ ...facts, timeZone: 'America/New_York' })).toContain('2026-11-22, Sunday (America/New_York)');
    expect(systemPrompt(facts)).toContain('Today is 2026-11-22, Sunday (UTC).');
    expect(systemPrompt({ ...facts, timeZone: 'Mars/Olympus' })).toContain('Sunday (UTC)');
  });

  it('demands sources only where there can be some', () => {
    const neither = systemPrompt(facts);
    expect(neither).toContain('cite no web pages');
    expect(neither).not.toMatch(/Cite each|Quote the files/);
    expect(systemPrompt({ ...facts, canSearch: true })).toContain('Cite each web page');
    expect(systemPrompt({ ...facts, hasFiles: true })).toContain('Quote the files word for word');
  });

  it('says that a model cannot see the images of a conversation', () => {
    expect(systemPrompt({ ...facts, hasFiles: true, seesImages: false })).toContain('You cannot see images.');
    expect(systemPrompt({ ...facts, hasFiles: true })).not.toContain('cannot see images');
  });

  it('puts the custom instructions behind the rules', () => {
    expect(systemPrompt({ ...facts, customInstructions: 'Answer in German.' })).toMatch(
      /rules above allow:\nAnswer in German\.$/,
    );
  });
});
