/** Converts a formula to Word's own format, so that it can be edited there. */
import { Math as WordMath } from 'docx';
import { latexToMath } from 'docx/math';
import { isDrawable } from './formulas';

/** Null for TeX that can't be rendered, or that has no equivalent in Word. */
export function wordFormula(tex: string): WordMath | null {
  if (!isDrawable(tex)) return null;
  try {
    return new WordMath({ children: latexToMath(tex) });
  } catch {
    return null;
  }
}
