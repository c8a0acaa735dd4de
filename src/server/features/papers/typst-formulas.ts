/** Formulas of a PDF: TeX as math of Typst, which is a program. Only what can do nothing but draw is let through. */
import { tex2typst } from 'tex2typst';
import { formulasOf, isDrawable } from './formulas';
import type { Paper } from './paper';

/** By their TeX. */
export type TypstFormulas = ReadonlyMap<string, string>;

/** Of one paper, in characters of TeX; further formulas are shown as code. */
const mostTex = 200_000;
/** Searching for those that fail takes a layout each. */
const mostTrials = 200;

export function typstFormulas(paper: Paper): TypstFormulas {
  const formulas = new Map<string, string>();
  let left = mostTex;
  for (const tex of formulasOf(paper)) {
    left -= tex.length;
    if (left < 0) break;
    const math = typstFormula(tex);
    if (math !== null) formulas.set(tex, math);
  }
  return formulas;
}

function typstFormula(tex: string): string | null {
  if (!isDrawable(tex)) return null;
  try {
    const math = tex2typst(tex).trim();
    return math !== '' && isOnlyMath(math) ? math : null;
  } catch {
    return null;
  }
}

/** What the converter itself writes as code: no call but that of a narrow space. */
const harmlessCode = /#(?:h\(-math\.thin\.amount\)|(?:true|none|left|center|right|\d{1,2})(?![\w.([-]))/g;

/** `#` begins code, and `$` ends the math, unless a backslash is before them. */
const isOnlyMath = (math: string) => !/[#$]/.test(math.replace(/\\./gs, '').replace(harmlessCode, ''));

/** Those that `canDraw`, found by halves: mostly all can, or all but one. */
export function drawnOf(formulas: TypstFormulas, canDraw: (math: string[]) => boolean): TypstFormulas {
  let trials = mostTrials;
  const search = (some: [string, string][]): [string, string][] => {
    if (some.length === 0 || trials-- <= 0) return [];
    if (canDraw(some.map(([, math]) => math))) return some;
    if (some.length === 1) return [];
    const half = Math.ceil(some.length / 2);
    return [...search(some.slice(0, half)), ...search(some.slice(half))];
  };
  return new Map(search([...formulas]));
}
