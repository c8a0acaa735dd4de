/** Dates in ordinary notation, with the ISO day if it is unambiguous. */
import { matchesOf } from '~/server/lib/matches';

export interface DateToken {
  start: number;
  end: number;
  /** 'yyyy-mm-dd', 'yyyy-mm' for a month, 'yyyy' for a part of a year; absent if day and month could be swapped. */
  day?: string;
}

const months =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|fév(?:rier)?|mar(?:ch|s|zo|ço)?|märz?|maart|apr(?:il|ile)?|avril|abril|abr|may|mai|maio|mayo|maggio|mei|jun[ei]?|juin|junio|junho|giugno|juni|jul[yi]?|juillet|julio|julho|luglio|juli|aug(?:ust|ustus)?|août|agosto|ago|sep(?:t|tember)?|septembre|septiembre|setembro|settembre|oct(?:ober|obre)?|okt(?:ober)?|octubre|outubro|ottobre|nov(?:ember|embre|iembre|embro)?|dec(?:ember)?|dez(?:ember)?|décembre|diciembre|dezembro|dicembre|gen(?:naio)?|ene(?:ro)?|janeiro|febbraio|febrero|fevereiro|januari|februari';
const starts = [
  'ja|ge|en',
  'f',
  'mar|mär|maa',
  'a[pvb]',
  'ma[iyg]|mei',
  'jun|jui?n|giu',
  'jul|juil|lug',
  'au|ao|ago',
  's',
  'o',
  'n',
  'd',
].map((text) => new RegExp(`^(?:${text})`, 'iu'));
const iso = String.raw`(?<iso>(?:19|20)\p{Nd}{2}-\p{Nd}{2}-\p{Nd}{2})`;
const dayFirst = String.raw`(?<d1>\p{Nd}{1,2})(?:st|nd|rd|th|er|\.|º)?\s(?:de\s|of\s)?(?<m1>${months})\.?,?\s(?:de\s|del\s)?(?<y1>(?:19|20)\p{Nd}{2})`;
const monthFirst = String.raw`(?<m2>${months})\.?\s(?<d2>\p{Nd}{1,2})(?:st|nd|rd|th)?,?\s(?<y2>(?:19|20)\p{Nd}{2})`;
const eastern = String.raw`(?<y3>(?:19|20)\p{Nd}{2})年(?:(?<m3>\p{Nd}{1,2})月(?:(?<d3>\p{Nd}{1,2})[日号])?)?`;
const numeric = String.raw`\p{Nd}{1,2}[./]\p{Nd}{1,2}[./](?:19|20)?\p{Nd}{2}`;
const monthOnly = String.raw`(?<m4>${months})\.?\s(?:de\s)?(?<y4>(?:19|20)\p{Nd}{2})`;
const season = String.raw`(?:early|late|mid|spring|summer|autumn|fall|winter|beginning|end|start|Frühjahr|Frühling|Sommer|Herbst|Anfang|Ende|Mitte|printemps|été|automne|hiver|début|fin|primavera|verano|otoño|invierno|principios|finales|estate|autunno|inverno|inizio|verão|outono|início|lente|voorjaar|zomer|herfst|najaar|begin|eind)[- ](?:of\s|de\s|del\s|di\s|do\s|van\s|l['’])?(?<y5>(?:19|20)\p{Nd}{2})`;
const dayOnly = String.raw`(?:${months})\.?\s\p{Nd}{1,2}(?:st|nd|rd|th)?(?![\p{Nd}.,]*[%$€])|\p{Nd}{1,2}(?:st|nd|rd|th|er|\.)?\s(?:de\s)?(?:${months})(?![\p{L}])`;
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{Nd}])(?:${iso}|${dayFirst}|${monthFirst}|${monthOnly}|${season}|${dayOnly}|${numeric}(?![\p{Nd}%]))|${eastern}`,
  'giu',
);

export function* dateTokens(text: string): Generator<DateToken> {
  for (const match of matchesOf(pattern, text)) {
    const { iso: day, d1, m1, y1, m2, d2, y2, y3, m3, d3, m4, y4, y5 } = match.groups ?? {};
    const place = { start: match.index, end: match.index + match[0].length };
    const known =
      day ??
      written(y1, m1, d1) ??
      written(y2, m2, d2) ??
      written(y4, m4) ??
      (y3 && m3 ? isoDay(y3, Number(m3), d3) : (y3 ?? y5));
    yield known === undefined ? place : { ...place, day: known };
  }
}

function written(year?: string, month?: string, day?: string): string | undefined {
  if (!year || !month) return undefined;
  const index = starts.findIndex((start) => start.test(month));
  return index < 0 ? undefined : isoDay(year, index + 1, day);
}

const isoDay = (year: string, month: number, day: string | undefined) =>
  `${year}-${String(month).padStart(2, '0')}${day === undefined ? '' : `-${day.padStart(2, '0')}`}`;
