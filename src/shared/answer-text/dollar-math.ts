/**
 * Formulas in the syntax that remark-math parses. Models write `\(x\)` and `\[x\]` as often as `$x$`, and their texts
 * are full of prices. Formulas are detected here, and all other dollar signs are escaped.
 */

/** A formula ends before a blank line, and is no longer than this. */
const longest = 4000;
/** Any of these makes a text between delimiters a formula, whatever else it contains. */
const mathSigns = /[\\^_={}<>]/;

/** The text with each formula between dollar signs; null when it contains none. */
export function dollarMath(markdown: string): string | null {
  let text = '';
  let count = 0;
  let place = 0;
  while (place < markdown.length) {
    const formula = formulaAt(markdown, place);
    if (formula) {
      text += formula.text;
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
  if (open === '\\(') return { text: `$${tex}$`, end };
  const isAlone =
    /(?:^|\n)[ \t]*$/.test(markdown.slice(Math.max(0, start - 80), start)) &&
    /^[ \t]*(?:\n|$)/.test(markdown.slice(end, end + 80));
  return { text: isAlone ? `$$\n${tex}\n$$` : `$$${tex}$$`, end };
}

/** `$x$`, unless it is two prices: no space inside the signs, and no digit after them. */
function singleDollar(markdown: string, start: number): Formula | null {
  const rest = markdown.slice(start + 1, start + 1 + longest);
  const until = rest.search(/[$\n]/);
  if (until < 1 || rest[until] !== '$') return null;
  const tex = withoutMarks(rest.slice(0, until));
  const isTight = !/^\s|\s$/.test(tex) && !/[\w$]/.test(rest.charAt(until + 1));
  if (!isTight || isPrice(tex) || /[A-Za-z0-9$]/.test(markdown.charAt(start - 1))) return null;
  return { text: `$${tex}$`, end: start + 1 + until + 1 };
}

/** Names of functions don't count as words of a sentence. */
const word = /(?:^|[\s(])(?!(?:sin|cos|tan|log|exp|max|min|lim|mod)\b)[A-Za-z]{3,}/;
/** Currency signs may also follow a figure, so that `$5, or 3$` are two prices. */
const figureWithUnit = /\d(?:[kKmMbBtTcp]|bn|mn|mm)(?![A-Za-z])/;

/**
 * Whether a text between dollar signs begins with a price. If it begins with a digit, it is a formula only with a math
 * operator or a variable, as in `5 + x^2` and `5x`, and without words or units.
 */
export function isPrice(tex: string): boolean {
  if (!/^[\d.,]/.test(tex)) return false;
  if (word.test(tex.replace(/\\[A-Za-z]+|\{[^{}]*\}/g, ''))) return true;
  return !mathSigns.test(tex) && !hasVariable(tex);
}

/** Single letters among digits and operators. */
const hasVariable = (tex: string): boolean =>
  /[A-Za-z]/.test(tex) &&
  !figureWithUnit.test(tex) &&
  !/[A-Za-z]{3}|(?:^|[\s(])[A-Za-z]{2}|[^\w\s.,+*/()!|×·÷±−-]/.test(tex);

/** `\[1\]` and `\(see below\)` are escaped brackets, not formulas. */
const isFormula = (tex: string): boolean =>
  mathSigns.test(tex) || (/[A-Za-z+*/|-]/.test(tex) && !/[A-Za-z]{3}/.test(tex));

/** A figure's mark within a formula would be parsed as part of it. */
const withoutMarks = (tex: string): string => tex.replace(/\[([^\]\n]*)\]\(#[^)\n]*\)/g, '$1');

/** The end of verbatim text: code, an escaped character, a URL, a link's target, or one character. */
function verbatimEnd(markdown: string, start: number): number {
  verbatim.lastIndex = start;
  if (verbatim.test(markdown)) return verbatim.lastIndex;
  // Skip a whole run of delimiters that has no closing run; a search from each of them would be quadratic.
  run.lastIndex = start;
  run.test(markdown);
  return run.lastIndex;
}

const run = /`+|~+|[\s\S]/y;

const verbatim = /(`+|~{3,})(?!`)(?:(?!\1)[\s\S])*?\1(?!`)|\\[\s\S]|https?:\/\/[^\s<>)]+|\]\([^)\s]*\)|[^\\`~$h\]]+/y;
