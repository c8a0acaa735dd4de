/** Words that negate a statement, in the supported languages. */
const words = new Set(
  `not no never none nor neither without cannot nothing nobody hardly barely scarcely unlikely
   fail fails failed failing failure deny denies denied denying lack lacks lacked lacking refuse refuses refused
   nicht kein keine keinen keinem keiner keines nie niemals weder ohne kaum nichts niemand
   ne pas jamais aucun aucune sans ni rien guère
   no nunca ningún ninguna ninguno sin jamás tampoco
   non mai nessun nessuno nessuna senza né
   não nem nenhum nenhuma sem
   niet geen nooit zonder
   nie nigdy bez żaden żadna
   inte ingen inget aldrig utan ikke ingen aldrig uten
   не нет ни без никогда нельзя`.split(/\s+/),
);

export const isNegation = (word: string): boolean => {
  const lower = word.toLowerCase().replaceAll('’', "'");
  return words.has(lower) || lower.endsWith("n't") || /^n'/.test(lower);
};

/** Characters that negate adjacent text in scripts without spaces. */
const negation = /[不未没無非无否勿]|ない|なかっ|ません/u;

const word = /[\p{L}\p{M}'’]+/gu;
/** "No. 12", "not only", bounds such as "no less than", and the month "mai" deny nothing. */
const undenied =
  /(?<!\p{L})(?:[Nn]o\.?\s?(?=\d)|[Nn]ot?\s(?=(?:only|just|merely|(?:less|more|fewer) than)(?!\p{L}))|(?:Mai|(?<=\d(?:er)?\s)mai|mai(?=\s\d))(?!\p{L}))/gu;

export function hasNegation(text: string): boolean {
  if (negation.test(text)) return true;
  for (const [found] of text.replace(undenied, '').matchAll(word)) if (isNegation(found)) return true;
  return false;
}
