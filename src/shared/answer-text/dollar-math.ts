/**
 * Converts formulas to the syntax of remark-math. Models write `\(x\)` and `\[x\]` as well as `$x$`, and also many
 * prices, so formulas are detected here and all other dollar signs are escaped.
 */

/** Maximum length of a formula in characters. A formula also contains no blank line. */
const longest = 4000;
/** If text between delimiters contains any of these, it is a formula. */
const mathSigns = /[\\^_={}<>]/;

/**
 * The Markdown with normalized formulas and escaped dollar signs, or null if it has no formula. A placeholder takes the
 * place of each formula; a function returns it for the formula's TeX.
 */
export function dollarMath(markdown: string, placeholder?: string | ((tex: string) => string)): string | null {
  let text = '';
  let count = 0;
  let place = 0;
  while (place < markdown.length) {
    const formula = formulaAt(markdown, place);
    if (formula) {
      text += typeof placeholder === 'function' ? placeholder(formula.tex) : (placeholder ?? formula.text);
      place = formula.end;
      count += 1;
      continue;
    }
    const end = verbatimEnd(markdown, place);
    text += markdown[place] === '$' ? '\\$' : markdown.slice(place, end);
    place = end;
  }
  return count === 0 ? null : text;
}

interface Formula {
  tex: string;
  text: string;
  end: number;
}

function formulaAt(markdown: string, start: number): Formula | null {
  if (markdown.startsWith('$$', start)) return delimited(markdown, start, '$$', '$$', () => true);
  if (markdown[start] === '$') return singleDollar(markdown, start);
  if (markdown.startsWith('\\[', start)) return delimited(markdown, start, '\\[', '\\]', isFormula);
  if (markdown.startsWith('\\(', start)) return delimited(markdown, start, '\\(', '\\)', isFormula);
  return null;
}

function delimited(
  markdown: string,
  start: number,
  open: string,
  close: string,
  isMath: (tex: string) => boolean,
): Formula | null {
  const from = start + open.length;
  const until = markdown.slice(from, from + longest).indexOf(close);
  if (until < 1) return null;
  const tex = withoutMarks(markdown.slice(from, from + until)).trim();
  if (!tex || tex.includes('$') || /\n[ \t]*\n/.test(tex) || !isMath(tex)) return null;
  const end = from + until + close.length;
  if (open === '\\(') return { tex, text: `$${tex}$`, end };
  const isAlone =
    /(?:^|\n)[ \t]*$/.test(markdown.slice(Math.max(0, start - 80), start)) &&
    /^[ \t]*(?:\n|$)/.test(markdown.slice(end, end + 80));
  return { tex, text: isAlone ? `$$\n${tex}\n$$` : `$$${tex}$$`, end };
}

/** Parses `$x$`. No space just inside the delimiters and no digit after them, which would mean two prices. */
function singleDollar(markdown: string, start: number): Formula | null {
  const rest = markdown.slice(start + 1, start + 1 + longest);
  const until = rest.search(/[$\n]/);
  if (until < 1 || rest[until] !== '$') return null;
  const tex = withoutMarks(rest.slice(0, until));
  const isTight = !/^\s|\s$/.test(tex) && !/[\w$]/.test(rest.charAt(until + 1));
  if (!isTight || isPrice(tex) || /[A-Za-z0-9$]/.test(markdown.charAt(start - 1))) return null;
  return { tex, text: `$${tex}$`, end: start + 1 + until + 1 };
}

/** An English word. Function names such as `sin` don't count. */
const word = /(?:^|[\s(])(?!(?:sin|cos|tan|log|exp|max|min|lim|mod)\b)[A-Za-z]{3,}/;
/** A number with a unit, such as 5k or 3bn. */
const figureWithUnit = /\d(?:[kKmMbBtTcp]|bn|mn|mm)(?![A-Za-z])/;

/**
 * Whether text between dollar signs starts with a price. A number only starts a formula if it contains a math sign or a
 * variable, as in `5 + x^2` and `5x`, and no words or units.
 */
export function isPrice(tex: string): boolean {
  if (!/^[\d.,]/.test(tex)) return false;
  if (word.test(tex.replace(/\\[A-Za-z]+|\{[^{}]*\}/g, ''))) return true;
  return !mathSigns.test(tex) && !hasVariable(tex);
}

/** Whether the text has single-letter variables and otherwise only numbers and operators. */
const hasVariable = (tex: string): boolean =>
  /[A-Za-z]/.test(tex) &&
  !figureWithUnit.test(tex) &&
  !/[A-Za-z]{3}|(?:^|[\s(])[A-Za-z]{2}|[^\w\s.,+*/()!|×·÷±−-]/.test(tex);

/** Excludes escaped brackets such as `\[1\]` and `\(see below\)`. */
const isFormula = (tex: string): boolean =>
  mathSigns.test(tex) || (/[A-Za-z+*/|-]/.test(tex) && !/[A-Za-z]{3}/.test(tex));

/** Removes links of figures, which remark-math would treat as part of the formula. */
const withoutMarks = (tex: string): string => tex.replace(/\[([^\]\n]*)\]\(#[^)\n]*\)/g, '$1');

/** The end offset of text to skip: code (a fence may be unclosed), an escape, a URL, a link target, or one character. */
function verbatimEnd(markdown: string, start: number): number {
  verbatim.lastIndex = start;
  if (verbatim.test(markdown)) return verbatim.lastIndex;
  // Skips an unclosed run of backticks or tildes as a whole, to avoid a quadratic scan.
  run.lastIndex = start;
  run.test(markdown);
  return run.lastIndex;
}

const run = /`+|~+|[\s\S]/y;

/** Linear in time: a run is matched as a whole, and a link target ends at the next bracket after one nested pair. */
const verbatim =
  /(?=(`+|~{3,}))\1(?:(?!\1)[\s\S])*?\1(?!`)|(?<=^[ \t>*+\-\d.)]*)(?:```|~~~)[\s\S]*|\\[\s\S]|https?:\/\/[^\s<>)]+|\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|[^\\`~$h\]]+/my;
