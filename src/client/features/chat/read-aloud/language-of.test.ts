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
  ['uk', 'Ставка залишилася на рівні 2 %, а інфляція близька до цілі.'],
  ['ar', 'بقي سعر الفائدة على الودائع عند 2 % والتضخم قريب من الهدف.'],
  ['fa', 'نرخ سپرده در ۲ درصد ماند و تورم به هدف نزدیک است و گزارش چاپ شد.'],
  ['ur', 'ڈپازٹ کی شرح 2 فیصد پر رہی اور مہنگائی ہدف کے قریب ہے۔'],
  ['hi', 'जमा दर 2% पर बनी रही और महंगाई लक्ष्य के करीब है।'],
  ['bn', 'আমানতের হার ২% রয়ে গেছে।'],
  ['ta', 'வைப்பு விகிதம் 2% ஆக இருந்தது.'],
  ['th', 'อัตราดอกเบี้ยเงินฝากยังคงอยู่ที่ 2%'],
  [
    'ru',
    'Премьер посетил Київ. Ставка осталась на уровне 2 %, а инфляция близка к цели центрального банка страны и снижается.',
  ],
  ['ru', 'Ставка осталась на уровне 2 %.'],
  [undefined, '2.00 % – 3.75 %'],
])('is %s', (tag, text) => {
  expect(languageOf(text)).toBe(tag);
});
