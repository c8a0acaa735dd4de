/** Pairs of words of which one says the opposite of the other. A claim that swaps them says the opposite of its source. */

const word = (alternatives: string) =>
  new RegExp(`(?<!\\p{L})(?:${alternatives.replace(/\s*\n\s*/g, '')})(?!\\p{L})`, 'iu');
/** 'over' and 'under' compare only where an amount follows. */
const amount = '(?=\\s+(?:[A-Z]{2,3}\\$?\\s?)?[^\\p{L}\\s]{0,2}\\d)';

const pairs: readonly (readonly [RegExp, RegExp])[] = [
  [
    word(
      `rose|rise[ns]?|rising|grew|grow[ns]?|growing|growth|increas\\w*|climb\\w*|gain\\w*|improv\\w*|higher|up|widen\\w*|
       stieg\\p{L}*|steig\\p{L}*|gestiegen|wuchs|gewachsen|zugenommen|erhöh\\p{L}*|augment\\p{L}*|hausse|progress\\p{L}*|
       aument\\p{L}*|creci\\p{L}*|crec\\p{L}*`,
    ),
    word(
      `fell|falls?|fallen|falling|declin\\w*|decreas\\w*|dropp?\\w*|shrank|shrunk|lower|down|narrow\\w*|sank|sunk|
       gesunken|sank|sinken|gefallen|fiel\\p{L}*|rückgang|zurückg\\p{L}*|verringer\\p{L}*|baiss\\p{L}*|diminu\\p{L}*|recul\\p{L}*|
       disminu\\p{L}*|caída|cay\\p{L}*|descend\\p{L}*`,
    ),
  ],
  [
    word(
      `above|exceed\\w*|over${amount}|more than|at least|no less than|über${amount}|mehr als|mindestens|
       supérieure?s? à|plus de|au moins|más de|superior(?:es)? a|por encima de|al menos`,
    ),
    word(
      `below|under${amount}|less than|fewer than|at most|no more than|unter${amount}|weniger als|höchstens|
       inférieure?s? à|moins de|au plus|menos de|inferior(?:es)? a|por debajo de|como máximo`,
    ),
  ],
  [
    word('profits?|gewinn\\p{L}*|bénéfices?|beneficios?|ganancias?|utili(?:dad|dades)|utile|surplus|überschuss'),
    word('loss(?:es)?|verlust\\p{L}*|pertes?|pérdidas?|perdit[ae]|deficits?|déficits?|fehlbetrag'),
  ],
  [
    word(
      `bought|buys?|buying|acquir\\w*|acquisitions?|purchas\\w*|kauf\\p{L}*|gekauft|erw[aio]rb\\p{L}*|übern[ao]hm\\p{L}*|übernomm\\p{L}*|
       achet\\p{L}*|achat|acqui\\p{L}*|rachet\\p{L}*|compr(?:ó|a|an|ado|aron|ar)|adquiri\\p{L}*`,
    ),
    word(
      `sold|sells?|selling|divest\\w*|disposed|verkauf\\p{L}*|veräußer\\p{L}*|
       vend(?:u|ue|us|ues|re|ent|ió|e|en|ido|ida|ieron|er)|vente|cédée?s?|cession`,
    ),
  ],
];

/** The words of the claim that turn what the source says; nothing where one of them names no direction. */
export function turnedWord(claim: string, source: string): string | undefined {
  for (const [one, other] of pairs) {
    const turned = turnedWithin(claim, source, one, other);
    if (turned !== undefined) return turned;
  }
  return undefined;
}

function turnedWithin(claim: string, source: string, one: RegExp, other: RegExp): string | undefined {
  const [claimedOne, claimedOther] = [one.exec(claim)?.[0], other.exec(claim)?.[0]];
  if ((claimedOne === undefined) === (claimedOther === undefined)) return undefined;
  const [isOne, isOther] = [one.test(source), other.test(source)];
  if (isOne === isOther) return undefined;
  if (claimedOne !== undefined) return isOther ? claimedOne : undefined;
  return isOne ? claimedOther : undefined;
}
