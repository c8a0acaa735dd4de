/** A formula as Word's own, which can be edited there. */
import { Math as WordMath } from 'docx';
import { latexToMath } from 'docx/math';
import { isDrawable } from './formulas';

/** Null for TeX that can't be drawn, or that Word has nothing for. */
export function wordFormula(tex: string): WordMath | null {
  if (!isDrawable(tex)) return null;
  try {
    return new WordMath({ children: latexToMath(tex) });
  } catch {
    return null;
  }
}
