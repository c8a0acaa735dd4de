/** The language tag of a text for speech synthesis: by its script, or by its most common words. */

const scripts: [RegExp, string][] = [
  [/[\u3040-\u30ff]/, 'ja'],
  [/[\uac00-\ud7af]/, 'ko'],
  [/[\u4e00-\u9fff]/, 'zh'],
  [/[\u0400-\u04ff]/, 'ru'],
  [/[\u0370-\u03ff]/, 'el'],
  [/[\u0590-\u05ff]/, 'he'],
  [/[\u0600-\u06ff]/, 'ar'],
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
  for (const [script, tag] of scripts) if ((text.match(new RegExp(script, 'g'))?.length ?? 0) > letters / 5) return tag;
  const used = (text.toLowerCase().match(/\p{L}+/gu) ?? []).slice(0, maxWords);
  const counted = languages.map(({ tag, known }) => ({ tag, count: used.filter((word) => known.has(word)).length }));
  const [best] = counted.sort((a, b) => b.count - a.count);
  return best && best.count > 0 ? best.tag : undefined;
}
