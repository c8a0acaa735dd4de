/** The language tag of a text for speech synthesis: by its script, or by its most common words. */

/** With the minimum share of letters, in percent. Letters unique to one language are few, so they are tried first. */
const scripts: [RegExp, string, number?][] = [
  [/[іїєґ]/gi, 'uk', 3],
  [/[ٹڈڑںے]/g, 'ur', 2],
  [/[پچگژ]/g, 'fa', 2],
  [/[\u0900-\u097f]/g, 'hi'],
  [/[\u0980-\u09ff]/g, 'bn'],
  [/[\u0b80-\u0bff]/g, 'ta'],
  [/[\u0e00-\u0e7f]/g, 'th'],
  [/[\u3040-\u30ff]/g, 'ja'],
  [/[\uac00-\ud7af]/g, 'ko'],
  [/[\u4e00-\u9fff]/g, 'zh'],
  [/[\u0400-\u04ff]/g, 'ru'],
  [/[\u0370-\u03ff]/g, 'el'],
  [/[\u0590-\u05ff]/g, 'he'],
  [/[\u0600-\u06ff]/g, 'ar'],
];

/** Frequent words that don't occur in the other languages of this list. */
const words: Record<string, string> = {
  en: 'the and of is that with from are was this which have been their',
  de: 'der die das und ist nicht mit von den ein eine auf für sich auch wird',
  fr: 'les des est une dans pour que qui sur pas avec sont aux cette',
  es: 'los las una del por con para como más pero sus está son entre',
  it: 'gli della che per non sono una del con anche nel alla dei più',
  pt: 'os uma não com para mais dos das foi são ao pela seu também',
  nl: 'het een van niet dat zijn voor met aan ook wordt deze naar bij',
};
const languages = Object.entries(words).map(([tag, list]) => ({ tag, known: new Set(list.split(' ')) }));
const maxWords = 400;

/** Undefined if it can't be detected, such as for numbers alone. */
export function languageOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, tag, share = 20] of scripts)
    if ((text.match(script)?.length ?? 0) * 100 > letters * share) return tag;
  const used = (text.toLowerCase().match(/\p{L}+/gu) ?? []).slice(0, maxWords);
  const counted = languages.map(({ tag, known }) => ({ tag, count: used.filter((word) => known.has(word)).length }));
  const [best] = counted.sort((a, b) => b.count - a.count);
  return best && best.count > 0 ? best.tag : undefined;
}
