/** Derives the names of a company in texts from its name at the price provider. */

const form =
  /[\s,]+(?:\(the\)|the|inc(?:orporated)?|corp(?:oration)?|co|company|companies|ltd|limited|plc|llc|l\.?p|ag|aktiengesellschaft|kgaa|gmbh|se|s\.?a|n\.?v|a\.?b|a\/s|asa|oyj|s\.?p\.?a|holdings?|group|class [a-c]|adr|ads|common stock|ordinary shares|(?:and|&) (?:co|company))\.?$/iu;
const leading = /^the\s+/i;

/**
 * Without "The", "Inc." and the like: "The Home Depot, Inc." becomes Home Depot, "Eli Lilly and Company" becomes Eli
 * Lilly.
 */
export function namesOf(name: string): string[] {
  let short = name.replace(leading, '').replace(/\s+/g, ' ').trim();
  for (let before = ''; before !== short; ) {
    before = short;
    short = short.replace(form, '').trim();
  }
  const own = short === '' ? name.trim() : short;
  const site = own.replace(/\.com$/i, '');
  const other = own.includes(' & ') ? own.replace(' & ', ' and ') : own.replace(' and ', ' & ');
  // With either kind of apostrophe.
  return [...new Set([own, other, site].flatMap((one) => [one, one.replaceAll("'", '’'), one.replaceAll('’', "'")]))];
}

export const withoutGenitive = (word: string): string => word.replace(/['’]s?$/u, '');

/** First and last words that many companies share and that identify none of them. */
const generic = new Set(
  'general american united first national international global advanced applied royal western southern northern eastern central pacific atlantic north south east west texas california new home best dollar digital electronic electric electronics union public standard consolidated allied associated capital citizens great green health host old people principal progressive simple smart southwest state super swiss toronto trade universal world young banco bank bayerische deutsche crédit société grupo group china japan korea taiwan tokyo nippon industries industrial industry systems system technologies technology tech energy power motors motor motoren werke devices instruments materials services service solutions networks network communications entertainment financial insurance brands foods food stores depot airlines air lines pharmaceuticals pharma therapeutics biosciences medical healthcare resources partners properties property trust fund index platforms platform software semiconductor semiconductors mobile online holding holdings company america europe asia india brasil france italia española telecom water gas oil gold silver steel metals mining minerals chemical chemicals products paper waste management markets market street exchange data cloud computer micro platinum delta'.split(
    ' ',
  ),
);
export const isGeneric = (word: string): boolean => generic.has(word.toLowerCase());
