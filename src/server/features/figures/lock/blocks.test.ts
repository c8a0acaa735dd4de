import { expect, it } from 'vitest';
import { blocksOf } from './blocks';

const textsOf = (text: string) => [...blocksOf(text)].map((block) => block.text);

it.each([
  ['Chinese', ['特斯拉上涨38%。', '阿里巴巴下跌12%。'], ''],
  ['Hindi', ['टेस्ला 38% ऊपर है।', 'अलीबाबा 12% नीचे है।'], ' '],
  ['Urdu', ['ٹیسلا 38% اوپر ہے۔', 'علی بابا 12% نیچے ہے۔'], ' '],
  ['Arabic', ['هل ارتفعت تسلا 38%؟', 'انخفضت علي بابا 12%.', 'هذا كل شيء.'], ' '],
  ['Burmese', ['တက်စလာ 38% တက်သည်။', 'အလီဘာဘာ 12% ကျသည်။'], ' '],
  ['Khmer', ['តេស្លា 38% ឡើង។', 'អាលីបាបា 12% ចុះ។'], ' '],
  ['Armenian', ['Տեսլան աճեց 38%։', 'Ալիբաբան ընկավ 12%։'], ' '],
  ['Amharic', ['ቴስላ 38% ጨመረ።', 'አሊባባ 12% ቀነሰ።'], ' '],
  ['English', ['Tesla Inc. is up 38% (approx. 5 Mio. Euro).', 'Alibaba is at $12.', '"Sold?"', 'On 3. May.'], ' '],
])('splits sentences: %s', (_language, sentences, gap) => {
  expect(textsOf(sentences.join(gap))).toEqual(sentences);
});

it('keeps a dot before a lower-case letter or after a number of a list or day', () => {
  expect(textsOf('The avg. entry (3. Mai) of Tesla is approx. 5 USD vs. 4 before')).toHaveLength(1);
});
