/** The words of a text that identify its subject. */
import { deu, eng, fra, ita, spa } from 'stopword';

/** Words that report a figure or its change, which a page may vary between versions. */
const reporting = `amount amounts amounted total totals totaled totalled reach reaches reached stand stands stood remain
  remains remained come comes came left leave leaves keep keeps kept hold holds held set sets raise raises raised rise
  rises rose risen increase increases increased grow grows grew grown growing climbed jumped gained fall falls fell fallen
  decline declines declined drop drops dropped decrease decreases decreased cut cuts lower lowers lowered reduce reduces
  reduced hike hikes hiked lift lifts lifted slip slipped higher currently today still newly again unchanged changed
  according announce announces announced report reports reported publish published decide decides decided say says
  approximately around roughly nearly almost least exactly
  beträgt betrug liegt lag steht steigt stieg gestiegen erhöht erhöhte sinkt sank gesunken fällt fiel gefallen senkt senkte
  gesenkt bleibt blieb erreicht erreichte derzeit aktuell laut rund etwa knapp mitteilte unverändert
  atteint atteignait reste hausse baisse environ actuellement selon alcanza alcanzó sube subió baja bajó actualmente`;
const ignoredTerms: ReadonlySet<string> = new Set([...eng, ...deu, ...fra, ...spa, ...ita, ...reporting.split(/\s+/)]);

export function termsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]{2,}/gu) ?? [];
  return new Set(words.filter((word) => !ignoredTerms.has(word)).map(singular));
}

/** 'rates' becomes 'rate'. Errors for other words don't matter, because both texts are normalized in the same way. */
const singular = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);
