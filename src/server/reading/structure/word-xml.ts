/**
 * Rewrites elements of a Word document that the conversion to HTML would drop with the text in them, and leaves out hidden
 * text, which it would keep.
 */

/** Around fields, such as the number of a table, words with a pronunciation, and formulas. */
const wrappers = /<\/?(?:w:(?:fldSimple|ruby|rubyBase|dir|bdo)|m:oMathPara)\b[^<>]*>/g;
const pronunciation = /<w:(rt|rubyPr)\b[^<>]*>[\s\S]{0,5000}?<\/w:\1>/g;
const hiddenRun = /<w:r\b[^<>]*><w:rPr>(?:(?!<\/w:rPr>)[\s\S]){0,2000}?<w:vanish\s?\/>[\s\S]{0,5000}?<\/w:r>/g;
const runText = /<w:t\b[^<>]*>[^<]*<\/w:t>/g;
const lineBreak = /<w:cr\s?\/>/g;

export function readableWordXml(xml: string): string {
  const text = xml
    .replace(pronunciation, '')
    .replace(wrappers, '')
    .replace(hiddenRun, (hidden) => hidden.replace(runText, ''))
    .replace(lineBreak, '<w:br/>');
  return text.includes('<m:oMath') ? text.replace(formula, writeFormula) : text;
}

/** An opening without its end is only read up to the next one. */
const formula = /<m:oMath\b[^<>]*>(?:(?!<m:oMath\b)[\s\S]){0,50000}?<\/m:oMath>/g;
/** A part without such parts in it. */
const innerPart = /<m:(num|den|sup|sub)>((?:(?!<\/?m:(?:num|den|sup|sub)>)[\s\S]){0,5000})<\/m:\1>/g;
const deepest = 10;
const signs: Readonly<Record<string, string>> = { num: '', den: '/', sup: '^', sub: '_' };

const run = (words: string): string => words && `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;

/** On one line, such as (a + b)/c^2. */
function writeFormula(xml: string): string {
  let text = xml;
  for (let depth = 0; depth < deepest && innerPart.test(text); depth++)
    text = text.replace(innerPart, (_, part: string, inner: string) => {
      const [open, close] = (inner.match(/<m:r\b|<w:r\b/g)?.length ?? 0) > 1 ? ['(', ')'] : ['', ''];
      return `${run(`${signs[part] ?? ''}${open}`)}${inner}${run(close)}`;
    });
  return text
    .replace(/<m:naryPr>[\s\S]{0,200}?<m:chr m:val="([^"<>&]{1,4})"\/>/g, (_, sign: string) => run(sign))
    .replace(/<m:rad>/g, run('√'))
    .replace(/<m:d>/g, run('('))
    .replace(/<\/m:d>/g, run(')'))
    .replace(/<(\/?)m:(r|t)\b[^<>]*>/g, (_, slash: string, name: string) =>
      name === 't' && slash === '' ? '<w:t xml:space="preserve">' : `<${slash}w:${name}>`,
    )
    .replace(/<\/?m:[^<>]*>/g, '');
}
