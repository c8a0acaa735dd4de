/** Numbers that can't be mistaken for a figure of a position, decided by the adjacent words. */

import type { NumberToken } from './number-tokens';
import { isStake } from './stakes';

/** An idiom. */
const certain =
  /^\s(?:right|sure|certain|correct|clear|agree|true|safe|sicher|richtig|sûr|seguro|sicuro|certo|zeker)/iu;
const perYear = /^\s(?:a|per|al|par|pro|por|ao|im|je)\s(?:year|an|Jahr|año|anno|ano|jaar)(?!\p{L})/iu;
/** "Every $10", "each dollar", "jeder Euro": a unit of measure, not a price. */
const each = /(?<!\p{L})(?:every|each|jede[rnms]?|chaque|cada|ogni|elke|iedere)\s$|每(?:投入)?$|毎$/iu;
/** "Above the 10% most advisers consider prudent". */
const advised =
  /^\s(?:(?:that|which|die|que|che|dat|wat)\s)?(?:most|many|some|viele|die meisten|la plupart|beaucoup|muchos|la mayoría|molti|la maggior parte|muitos|a maioria|veel|de meeste)\s(?:\p{L}+\s){0,3}(?:advis[eo]rs|experts|planners|investors|Berater|Experten|Fachleute|Anleger|conseillers|investisseurs|asesores|inversores|consulenti|investitori|consultores|investidores|adviseurs|beleggers)/iu;
/** "Six are in profit and one is under water" counts positions. */
const isOneOf = /(?:\sand|\sbut|\swhile|[,;–])\s$/iu;
const isState =
  /^\s(?:is|was|stands|sits|has)\s(?:\p{L}+\s)?(?:in (?:profit|the (?:red|black|green))|up|down|under ?water|below|above|losing|lost|profitable)(?!\p{L})/iu;
/** "Half the story". */
const halfOfSomething =
  /^\s(?:of\s)?(?:the\s)?(?:year|story|time|truth|battle|fun|work|hour|day|week|month|way|dozen|point)(?!\p{L})|^-/iu;

/** Numbers that are never figures of a position, whatever the subject of the sentence is. */
export function isHarmless(token: NumberToken, text: string, lead: string, rest: string): boolean {
  const word = text.slice(token.start, token.end);
  if (token.isLarge || (token.form === 'money' && perYear.test(rest))) return true;
  if (token.form === 'money' && (each.test(lead) || (token.value === '1' && !/[.,]/u.test(word)))) return true;
  if (advised.test(rest) || (token.form === 'money' && isStake(text, token))) return true;
  if (token.value === '100' && certain.test(rest)) return true;
  return token.value === undefined && isHarmlessWord(word, lead, rest);
}

function isHarmlessWord(word: string, lead: string, rest: string): boolean {
  // "One" in "one of your winners" is an article.
  if (/^(?:one|an?|[一1])$/iu.test(word)) return !(/^one$/iu.test(word) && isOneOf.test(lead) && isState.test(rest));
  // "Your five largest names" is a selection, not a count.
  if (/^\s(?:largest|biggest|best|worst|top|strongest|weakest)\s/iu.test(rest)) return true;
  if (/^(?:twice|thrice)$/iu.test(word))
    return !/^\s(?:what|its|the (?:price|value|entry|money)|our|as much)/iu.test(rest);
  if (/quarters?$|trimestres?$/iu.test(word) && !/(?:by|lost|gained|up|down)\s$/iu.test(lead))
    return (
      !/^\s(?:of (?:the|our|your|its)|more|less|higher|lower|below|above|under|over|in value)/iu.test(rest) ||
      /(?:year|results)/iu.test(rest)
    );
  if (/half$/iu.test(word) && halfOfSomething.test(rest)) return true;
  return /(?:first|second|third|fourth|zweite[nr]?|erste[nr]?)\s$/iu.test(lead);
}
