import { expect, it } from 'vitest';
import { languageOf } from './language-of';

it.each([
  ['en', 'The deposit rate was kept at 2.00% and inflation is close to the target.'],
  ['de', 'Der Einlagensatz blieb bei 2,00 %, und die Inflation ist nicht weit vom Ziel.'],
  ['fr', 'Le taux est resté à 2 % et les prix sont proches de la cible pour cette année.'],
  ['es', 'El tipo se mantuvo en el 2 % y los precios están cerca del objetivo para este año.'],
  ['it', 'Il tasso è rimasto al 2 % e i prezzi sono vicini all’obiettivo della banca.'],
  ['pt', 'A taxa ficou em 2 % e os preços não são muito diferentes dos objetivos.'],
  ['nl', 'Het tarief bleef op 2 % en de inflatie is niet ver van het doel voor dit jaar.'],
  ['ja', '預金金利は2%に据え置かれ、インフレ率は目標に近い。'],
  ['zh', '存款利率维持在2%，通胀接近目标。'],
  ['ru', 'Ставка осталась на уровне 2 %.'],
  [undefined, '2.00 % – 3.75 %'],
])('is %s', (tag, text) => {
  expect(languageOf(text)).toBe(tag);
});
