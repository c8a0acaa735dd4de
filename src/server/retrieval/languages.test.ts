import { expect, it } from 'vitest';
import { languageOf } from './languages';

it.each([
  ['english_stem', 'The revenue of the company has grown by 12% in the last year, and the board is pleased with it.'],
  ['german_stem', 'Der Umsatz ist im letzten Jahr um 12% gestiegen, und der Vorstand ist mit dem Ergebnis zufrieden.'],
  ['french_stem', "Le chiffre d'affaires de la société a augmenté de 12% et le conseil est satisfait de ce résultat."],
  ['spanish_stem', 'Los ingresos de la empresa han crecido un 12% en el último año y el consejo está satisfecho.'],
  ['simple', '公司去年的收入增长了百分之十二'],
  ['simple', 'Revenue 1,234 Net income 99 Total assets 4,521'],
  ['simple', ''],
])('the language of a text is recognized: %s', (language, text) => {
  expect(languageOf(text)).toBe(language);
});
