/**
 * Taxes, allowances and official rates: figures from the law, not from a portfolio. Each is part of a regular
 * expression for whole words in Latin script. Words with another meaning in one of the other languages are left out
 * (Dutch "wet", Italian "lei").
 */
export const taxWords = [
  'taxable|taxation|withholding|withheld|allowances?|surcharge|levy|levied|IRS|HMRC|VAT|ISA|401\\(k\\)|statutory',
  '\\p{L}*steuer\\p{L}*|besteuert|\\p{L}*zuschlag|\\p{L}*freibetrag\\p{L}*|\\p{L}*pauschbetrag\\p{L}*|\\p{L}*pauschale|Kapitalerträge?n?|Finanzamt|Freistellungsauftrag',
  'impos(?:é|ée|és|ées|able|ables|ition)|fiscalité|flat tax|prélèvements?|PFU|CSG|PEA|abattement|taxée?s?|taxation',
  'tributan?|tributar\\p{L}*|tributación|IRPF|fiscalidad|gravad[oa]s?|gravamen|retenci(?:ón|ones)|Hacienda|exent[oa]s?',
  'tassa\\p{L}*|aliquot[ae]|impost[ae]|TUIR|fiscalità|bollo|ritenut[ae]|esenzion[ei]',
  'tribut(?:ad[oa]s?|ação|ável|áveis)|alíquotas?|isenção|isent[oa]s?|DARF|come-cotas|IRS',
  '\\p{L}*belast(?:ing)?\\p{L}*|heffing\\p{L}*|\\p{L}*heffing|heffingsvrij\\p{L}*|vrijstelling|vrijgesteld|fiscus|box 3',
] as const;

/** In Chinese and Japanese, "tax" is a single character, which is in the list of other figures. */
export const officialRatesInEasternScripts =
  'LPR|MLF|央行|人民银行|存款准备金|准备金率|逆回购|贷款|起征点|免征额|控除|NISA|日本銀行|政策金利|預金';

/** "The levy on Tesla": the taxed thing follows. */
export const taxOn = new RegExp(
  `^(?:tax(?:es|ed)?|税|impôts?|impuestos?|impostos?|${taxWords.join('|').replaceAll(String.raw`\p{L}`, String.raw`\p{Script=Latin}`)})$`,
  'iu',
);
export const taxedThing =
  /^\s(?:\p{L}{1,20}\s){0,2}(?:on|auf|für|sur|sobre|su|sul|sulle|sui|over|op)\s(?:the |les |las |los |le |gli |i |as |os |a |o |die |den |de )?$/iu;
