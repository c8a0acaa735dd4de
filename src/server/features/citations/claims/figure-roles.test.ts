/** The figures of a change: where it began, its amount and its result. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

describe('the figure of an earlier period', () => {
  it.each([
    ['Der Umsatz stieg auf 3,1 Mrd. Euro.', 'Der Umsatz stieg von 3,1 Mrd. Euro auf 3,4 Mrd. Euro.'],
    ['Der Umsatz stieg auf 3,1 Mrd. Euro.', 'Der Umsatz stieg von 3,1 auf 3,4 Mrd. Euro.'],
    ['Der Umsatz betrug 3,1 Mrd. Euro.', 'Der Umsatz stieg von 3,1 Mrd. Euro im Vorjahr um 10 % auf 3,4 Mrd. Euro.'],
    ['Der Umsatz stieg auf 3,1 Mrd. Euro.', 'Der Umsatz stieg auf 3,4 Mrd. Euro nach 3,1 Mrd. Euro im Vorjahr.'],
    ['Der Umsatz stieg auf 3,1 Mrd. Euro.', 'Nach 3,1 Mrd. Euro im Vorjahr stieg der Umsatz auf 3,4 Mrd. Euro.'],
    ['Der Umsatz stieg auf 3,1 Mrd. Euro.', 'Der Umsatz stieg auf 3,4 Mrd. Euro (i. V. 3,1 Mrd. Euro).'],
    ['Der Gewinn lag bei 4 Mio. Euro.', 'Der Gewinn sank auf 3 Mio. Euro (Vorjahr: 4 Mio. Euro).'],
    ['Der Gewinn lag bei 4 Mio. Euro.', 'Der Gewinn sank auf 3 Mio. Euro gegenüber 4 Mio. Euro.'],
    ['Der Umsatz betrug 3,1 Mrd. Euro.', 'Der Umsatz betrug 3,4 Mrd. Euro verglichen mit 3,1 Mrd. Euro im Vorjahr.'],
    [
      "Le bénéfice s'élève à 4 millions d'euros.",
      "Le bénéfice recule à 3 millions d'euros, contre 4 millions d'euros.",
    ],
    ["Le bénéfice est de 4 millions d'euros.", "Le bénéfice passe de 4 millions d'euros à 3 millions d'euros."],
    [
      "Le bénéfice est de 4 millions d'euros.",
      "Le bénéfice recule à 3 millions d'euros, contre 4 millions d'euros l'an dernier.",
    ],
    ['El beneficio fue de 4 millones.', 'El beneficio bajó a 3 millones frente a 4 millones.'],
    ['El beneficio fue de 4 millones.', 'El beneficio fue de 3 millones frente a 4 millones el año anterior.'],
    ['Profit was $4 million.', 'Profit fell to $3 million versus $4 million last year.'],
    ['Profit was $4 million.', 'Profit fell to $3 million vs. $4 million.'],
    ['Profit was $4 million.', 'Profit fell to $3 million, against $4 million a year earlier.'],
    ['Profit was $4 million.', 'Profit fell to $3 million (prior year: $4 million).'],
    ['Revenue grew 3%.', 'Revenue grew 5%, against 3% a year earlier.'],
  ])('does not confirm the current one: %j with %j', (claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });

  it.each([
    ['Im Vorjahr lag der Gewinn bei 4 Mio. Euro.', 'Der Gewinn sank auf 3 Mio. Euro (Vorjahr: 4 Mio. Euro).'],
    ['Der Umsatz betrug 2023 noch 3,1 Mrd. Euro.', 'Der Umsatz stieg auf 3,4 Mrd. Euro nach 3,1 Mrd. Euro 2023.'],
    [
      'Der Umsatz stieg von 3,1 Mrd. Euro auf 3,4 Mrd. Euro.',
      'Der Umsatz lag bei 3,4 Mrd. Euro nach 3,1 Mrd. Euro im Vorjahr.',
    ],
    [
      'Profit fell to $3 million from $4 million.',
      'Profit was $3 million, against $4 million a year earlier, and fell.',
    ],
    ['Profit was $4 million a year earlier.', 'Profit fell to $3 million versus $4 million a year earlier.'],
    ['Last year, profit was $4 million.', 'Profit fell to $3 million versus $4 million last year.'],
    ['Revenue grew 3% a year earlier.', 'Revenue grew 5%, against 3% a year earlier.'],
    [
      "Le bénéfice était de 4 millions d'euros l'an dernier.",
      "Le bénéfice recule à 3 millions d'euros, contre 4 millions d'euros l'an dernier.",
    ],
    [
      'El año pasado el beneficio fue de 4 millones.',
      'El beneficio bajó a 3 millones frente a 4 millones el año pasado.',
    ],
    ['Der Gewinn stieg auf 3 Mio. Euro.', 'Nach Steuern stieg der Gewinn auf 3 Mio. Euro.'],
    ['Der Gewinn betrug 3 Mio. Euro.', 'Der Gewinn betrug nach Steuern 3 Mio. Euro und vor Steuern 4 Mio. Euro.'],
    ['Er gewann 4 Mio. Dollar.', 'Er gewann 4 Mio. Dollar gegen Norden, das 3 Mio. Dollar zahlte.'],
    ['Der Vertrag läuft nach 3 Jahren aus.', 'Der Vertrag läuft nach 3 Jahren aus, ein zweiter nach 5 Jahren.'],
    ['Die Abschreibungen betrugen 3 Mio. Euro.', 'Der Gewinn stieg auf 5 Mio. Euro nach 3 Mio. Euro Abschreibungen.'],
    ['Die Aktie notiert bei 5 Euro.', 'Die Aktie notiert bei 5 Euro nach einem Anstieg von 3 % auf 5 Euro.'],
    [
      'Vier stimmten gegen einen Schritt von 25 Basispunkten.',
      'Vier stimmten gegen einen Schritt von 25 Basispunkten, fünf für 50 Basispunkte.',
    ],
    ['Die Sitzung begann nach 10 Uhr.', 'Nach 10 Uhr begann die Sitzung, die bis 12 Uhr dauerte.'],
    [
      'Der Umsatz betrug 3 Mio. Euro.',
      'Ein Umsatz von 3 Mio. Euro nach Angaben der Firma ist ein Anstieg um 1 Mio. Euro.',
    ],
    [
      'Der Umsatz lag bei 3 Mio. Euro.',
      'Ein Umsatz von 3 Mio. Euro wurde erzielt, was auf 2 Mio. Euro Nachfrage beruht.',
    ],
    ['Die Quote lag bei 5 %.', 'Eine Quote von rund 5 % wurde erreicht, die auf 7 % steigt.'],
    ['It won $4 million.', 'It won $4 million against Norden, after it spent $1 million on costs.'],
    ['It has $4 million of debt.', 'It holds $3 million of cash against $4 million of debt.'],
    [
      "Le chiffre d'affaires est de 3 millions d'euros.",
      "Un chiffre d'affaires de 3 millions d'euros, grâce à 4 millions d'euros de commandes.",
    ],
    ['Il réclame 3 millions.', 'Il réclame 3 millions contre 4 associés.'],
  ])('confirms %j with %j', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});

describe('the result of a change', () => {
  it.each([
    ['Les ventes ont augmenté à 5 %.', 'Les ventes ont augmenté de 5 %.'],
    ['Les ventes ont augmenté de 5 %.', 'Les ventes ont fortement augmenté à 5 %.'],
    ["L'inflation est tombée à 2,4 %.", "L'inflation a baissé de 2,4 %."],
    ["L'inflation a baissé de 2 %.", "L'inflation a baissé de 4 % à 2 %."],
    ['La inflación subió al 5 %.', 'La inflación subió un 5 %.'],
    ['La inflación subió un 5 %.', 'La inflación subió hasta el 5 %.'],
    ['El beneficio aumentó a 5 millones.', 'El beneficio aumentó en 5 millones.'],
    ["L'inflazione è salita al 5 %.", "L'inflazione è salita del 5 %."],
    ["Les ventes ont augmenté de 5 millions d'euros.", "Les ventes ont augmenté à 5 millions d'euros."],
    ['Les ventes ont augmenté à 5 millions.', "Les ventes ont augmenté d'environ 5 millions."],
    ['La BCE a relevé ses taux à 2 %.', 'La BCE a relevé ses taux de 2 %.'],
    ['Revenue was $5 million.', 'Revenue increased $5 million.'],
    ['Revenue reached $5 million.', 'Revenue rose about $5 million to $12 million.'],
  ])('is not its amount: %j with %j', (claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });

  it.each([
    ['Les ventes ont augmenté de 5 %.', 'Les ventes augmentent de 5 %.'],
    ['Les ventes ont augmenté de 5 %.', 'Une hausse des ventes de 5 % est annoncée.'],
    ['La croissance s’élève à 5 %.', 'Une croissance de 5 % est annoncée.'],
    ['La hausse des prix est tombée à 2 %.', 'Une hausse des prix de 2 % est annoncée, elle est tombée.'],
    [
      "Une augmentation de capital s'élève à 5 millions d'euros.",
      "Une augmentation de capital de 5 millions d'euros est décidée.",
    ],
    ['Le taux est de 2 %.', 'Le taux est tombé à 2 %.'],
    ["L'inflation a baissé de 4 % à 2 %.", "L'inflation est tombée à 2 %, après avoir été de 4 %."],
    ['La inflación es del 5 %.', 'La inflación subió al 5 %.'],
    ['La inflación subió al 5 %.', 'La inflación aumentó al 5 %.'],
    ['Un aumento del 5 % se anunció.', 'Las ventas aumentaron un 5 %.'],
    ['Revenue growth of 5% was reported.', 'Revenue rose 5%.'],
    ['The increase in revenue was $5 million.', 'Revenue increased $5 million.'],
    ['Revenue was up $5 million.', 'Revenue increased $5 million.'],
    ['Revenue growth was $5 million.', 'Revenue increased $5 million.'],
    ['The savings were $5 million.', 'Costs declined $5 million.'],
    ['Revenue was $12 million.', 'Revenue increased $5 million to $12 million.'],
  ])('is confirmed: %j with %j', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});
