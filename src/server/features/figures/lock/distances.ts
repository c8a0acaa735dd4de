/** Comparisons: the reference, and the distance to it. */

/** "Against 9% for the DAX": the words before such a number, and those between the number and its subject. */
const comparesBefore =
  /(?<!\p{L})(?:against|versus|vs\.?|compared (?:with|to)|than|contre|gegenüber|gegen|verglichen mit|als|frente al?|contra|contro|rispetto a\p{L}{0,3}|tegen|tegenover|vergeleken met|face aux?|diante de|while|whereas|but only|only|nur|seulement|sólo|solo|só|slechts)\s(?:the |some |about |around |rund |etwa |environ |unos? |circa |ongeveer |een |um |un |il |o |a |el |les |l['’]){0,2}$/iu;
const leadsToForeign =
  /^\s?(?:for|of|in|on|by|at|from|du|de|des|del|della|dello|der|pour|für|beim|im|para|per|voor|van|do|da|dos|pelo|bei|auf|vom)\s?(?:the |le |la |les |l['’]|el |los |il |lo |o |a |de |het |den |dem |der |die |das )?$/iu;
const mustLead = /^\s(?:for|pour|für|beim|para|per|voor)\s/iu;

export const comparesWithForeign = (lead: string, gap: string): boolean =>
  leadsToForeign.test(gap) && (comparesBefore.test(lead) || mustLead.test(gap));

/** The subject of "Nvidia beat the market by 12 points" is Nvidia: words near a distance that identify its subject. */
export const distanceWord =
  /(?<!\p{L})(?:ahead|behind|return|Rendite|rentabilidad|rentabilidade|spread|difference|apart|swing|Abstand|Differenz|Unterschied|écart|différence|diferencia|brecha|differenza|scarto|divario|diferença|verschil|lag\p{L}*|trail\p{L}*|beat(?:s|en|ing)?|outpac\p{L}*|outperform\p{L}*|underperform\p{L}*|outstripped|surpass\p{L}*|exceed\p{L}*|topped|better|worse|margin|gap|lead|leads|cleared|(?:ge)?schlagen|schl[aä]gt|geschlagen|vorn|vorne|voraus|vor|hinter|zurück|besser|schlechter|Vorsprung|Rückstand|übertr\p{L}+|mieux|moins bien|devanc\p{L}*|dépass\p{L}*|batt?\p{L}*|avance|retard|derrière|devant|surperform\p{L}*|sous-perform\p{L}*|mejor|peor|aventaj\p{L}*|ventaja|super\p{L}*|encima|debajo|detrás|delante|rezag\p{L}*|meglio|peggio|avanti|indietro|dietro|vantaggio|ritardo|sovraperform\p{L}*|melhor|pior|à frente|atrás|acima|abaixo|vantagem|venc\p{L}*|voor|achter\p{L}*|voorsprong|beter|slechter|versl\p{L}+|overtr\p{L}+)(?!\p{L})|跑赢|跑输|领先|落后|超过|超额|上回|下回|アウトパフォーム|アンダーパフォーム|リード|先行|凌[いぐ]|劣後|遅れ|优于|不及|胜过|战胜/iu;
