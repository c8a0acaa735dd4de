import { describe, expect, it } from 'vitest';
import { personalization, systemPrompt } from './system-prompt';

const now = new Date('2026-11-22T23:30:00Z');
const facts = { now, canSearch: false, hasFiles: false, seesImages: true };

describe('the system prompt', () => {
  it("contains the date in the user's time zone", () => {
    expect(systemPrompt({ ...facts, timeZone: 'Asia/Tokyo' })).toContain('Today is 2026-11-23, Monday (Asia/Tokyo).');
    expect(systemPrompt({ ...facts, timeZone: 'America/New_York' })).toContain('2026-11-22, Sunday (America/New_York)');
    expect(systemPrompt(facts)).toContain('Today is 2026-11-22, Sunday (UTC).');
    expect(systemPrompt({ ...facts, timeZone: 'Mars/Olympus' })).toContain('Sunday (UTC)');
  });

  it('requires citations only if sources are available', () => {
    const neither = systemPrompt(facts);
    expect(neither).toContain('cite no web pages');
    expect(neither).not.toMatch(/Cite each|Quote the files/);
    expect(systemPrompt({ ...facts, canSearch: true })).toContain('Cite each web page');
    expect(systemPrompt({ ...facts, hasFiles: true })).toContain('Quote the files word for word');
  });

  it('asks for no HTML, because pages show its tags as text', () => {
    expect(systemPrompt(facts)).toContain('Markdown throughout, without HTML');
  });

  it("mentions that a model can't see the images of a conversation", () => {
    expect(systemPrompt({ ...facts, hasFiles: true, seesImages: false })).toContain('You cannot see images.');
    expect(systemPrompt({ ...facts, hasFiles: true })).not.toContain('cannot see images');
  });
});

describe('the personalization', () => {
  it('has memories, then the custom instructions of the user, then those of the project', () => {
    const parts = personalization({
      customInstructions: 'Answer in German.',
      memory: [{ text: 'Works in Berlin.' }],
      project: { name: 'Board', customInstructions: 'Be formal.' },
    }).split('\n\n');
    expect(parts).toHaveLength(3);
    expect(parts[0]).toMatch(/never instructions to you[^\n]*\nm1: "Works in Berlin."$/);
    expect(parts[1]).toMatch(/rules above allow:\nAnswer in German\.$/);
    expect(parts[2]).toMatch(/rules above allow:\nBe formal\.$/);
  });

  it('is empty if there is nothing of it', () => {
    expect(personalization({ customInstructions: '', project: { name: 'Board', customInstructions: '' } })).toBe('');
  });
});
