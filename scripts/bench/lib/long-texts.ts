/** Very long answers, each of one kind of content. */
const words =
  'the bank expects growth of two percent while prices rise more slowly than wages and trade with partners abroad falls short'.split(
    ' ',
  );

/** A sentence of twelve words. Every fourth one contains Markdown, as in real answers. */
function sentence(index: number): string {
  const chosen = Array.from({ length: 12 }, (_, place) => words[(index * 7 + place * 5) % words.length]);
  if (index % 4 === 0) chosen[3] = `**${chosen[3]}**`;
  return `In year ${index} ${chosen.join(' ')}. `;
}

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

function article(): string {
  return many(400, (part) => {
    const text = many(8, (index) => sentence(part * 8 + index)).join('');
    return part % 10 === 0 ? `## Part ${part}\n\n${text}` : text;
  }).join('\n\n');
}

const table = () =>
  ['| Company | Country | Revenue | Note |\n|---|---|---:|---|']
    .concat(many(3000, (index) => `| Company ${index} | Norway | ${index}.5 | Rose by **${index % 40}%** in March |`))
    .join('\n');

const code = () =>
  `\`\`\`ts\n${many(10_000, (index) => (index % 10 === 9 ? '' : `  const value${index} = sum(${index}, 'rates') + 1;`)).join('\n')}\n\`\`\``;

export const longTexts = {
  '50,000 words': article(),
  'one paragraph of 55,000 words': many(3700, sentence).join(''),
  'a table of 3,000 rows': table(),
  'a list of 4,000 items': many(4000, (index) => `- Item ${index}: ${sentence(index).trim()}`).join('\n'),
  '10,000 lines of code': code(),
};
