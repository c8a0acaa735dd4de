import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '~/shared/limits';
import { cleanQuestions } from './clean-questions';

const both = ['Why did rates fall?', 'What comes next?'];
const asked = 'How are rates?';

describe('questions suggested by a model', () => {
  it.each([
    ['lines', 'Why did rates fall?\nWhat comes next?'],
    ['separate lines with Windows line breaks', '\r\nWhy did rates fall?\r\n\r\nWhat comes next?\r\n'],
    ['a list', '- Why did rates fall?\n* "What comes next?"'],
    [
      'a numbered list with words around it',
      'Here are two:\n\n1. Why did rates fall?\n2) **What comes next?**\n\nGood luck!',
    ],
    ['Markdown', '## Questions\n• **Why** did rates fall?\n> `What comes next?`'],
    ['labels', 'Question 1: Why did rates fall?\nQ2: What comes next?'],
    ['JSON', '["Why did rates fall?", "What comes next?"]'],
    [
      'JSON in a fence, with names',
      '```json\n{"questions": [{"q": "Why did rates fall?"}, {"q": "What comes next?"}]}\n```',
    ],
    ['repeated questions', 'Why did rates fall?\nwhy did rates fall ?\nHow are rates?\nWhat comes next?'],
  ])('are found in %s', (_, written) => {
    expect(cleanQuestions(written, asked)).toEqual(both);
  });

  it.each([
    ['利率为什么下降？'],
    ['なぜ金利は下がったのですか。'],
    ['ทำไมดอกเบี้ยจึงลดลง'],
    ['لماذا انخفضت أسعار الفائدة؟'],
  ])('are found in other scripts: %s', (question) => {
    expect(cleanQuestions(`- ${question}`, asked)).toEqual([question]);
  });

  it.each([
    ['nothing', ''],
    ['punctuation alone', '???\n- ?'],
    ['an answer', 'Rates fell because inflation did.\n\nThe bank expects more.'],
    ['a refusal', 'I cannot help with that.'],
    ['a Japanese answer', '質問は次のとおりです：\n金利が下がりました。'],
    ['a long text with questions', 'What was that? '.repeat(20)],
    ['too many lines', 'Was it dark?\n'.repeat(12)],
    ['numbers as JSON', '[1, 2, null, true]'],
  ])('are not found in %s', (_, written) => {
    expect(cleanQuestions(written, asked)).toEqual([]);
  });

  it('are never too many, too long, empty, repeated or on several lines', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('Why?\n', '- a?\n', '["x?","y?"]', '{', '1. '),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (parts) => {
        const questions = cleanQuestions(parts.join(''), asked);
        expect(questions.length).toBeLessThanOrEqual(limits.suggestedQuestions);
        expect(new Set(questions).size).toBe(questions.length);
        for (const question of questions) {
          expect(question.length).toBeLessThanOrEqual(limits.suggestedQuestionCharacters);
          expect(question).toMatch(/^\S(.*\S)?$/u);
        }
      }),
    );
  });
});
