/** Statements that their source denies, and denials of what it states. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

const impaired = 'Goodwill of $3.2 billion was impaired.';
const goodwill = 'Goodwill was $3.2 billion';
const loan = 'The loan of $5 million, which was impaired, matures in 2026.';

describe('a claim that states what its source denies', () => {
  it.each([
    ['no', impaired, `${goodwill} at year end, and no impairment was recorded.`],
    ['no, in the next sentence', impaired, `${goodwill} at year end. No impairment of goodwill was recorded.`],
    ['none of', `${goodwill}, and an impairment was recorded.`, `${goodwill}. None of our goodwill was impaired.`],
    ['no part of', impaired, `${goodwill}. No portion of the goodwill was impaired.`],
    ['without', loan, 'The loan of $5 million, carried without impairment, matures in 2026.'],
    ['a verb', impaired, 'Goodwill of $3.2 billion, which was not impaired, is tested each year.'],
    ['a contracted verb', impaired, `${goodwill}. It wasn't impaired.`],
    ['a verb and its object', impaired, `${goodwill}, and the annual test did not result in an impairment.`],
    ['a passive verb', impaired, `${goodwill}. We concluded that an impairment was not required.`],
    ['nil', impaired, `${goodwill}. Impairment charges were nil.`],
    ['no indicators', impaired, `${goodwill}. Management identified no indicators of impairment.`],
    ['an impairment test', impaired, `${goodwill}. After the impairment test, no impairment was recorded.`],
    ['un-', 'The loan of $5 million is impaired.', 'The loan of $5 million is unimpaired.'],
    ['unaudited', 'The audited result was $5.2 million.', 'The unaudited result was $5.2 million.'],
    ['never', 'Revenue was $2 billion, and it paid a dividend.', 'Revenue was $2 billion. It never paid a dividend.'],
    [
      'another denial in the claim',
      'In 2024 the board did not approve the sale, and goodwill was impaired.',
      'In 2024 the board did not approve the sale, and no goodwill impairment was recorded.',
    ],
    [
      'German',
      'Der Firmenwert von 3,2 Mrd. Euro wurde abgeschrieben.',
      'Der Firmenwert betrug 3,2 Mrd. Euro. Er wurde nicht abgeschrieben.',
    ],
    [
      'a German passive',
      'Der Firmenwert von 3,2 Mrd. Euro wurde wertberichtigt.',
      'Der Firmenwert betrug 3,2 Mrd. Euro. Wertberichtigungen waren nicht erforderlich.',
    ],
    [
      'French',
      'L’écart d’acquisition de 3,2 milliards d’euros a été déprécié.',
      'L’écart d’acquisition s’élève à 3,2 milliards d’euros. Aucune dépréciation n’a été comptabilisée.',
    ],
    [
      'Spanish',
      'El fondo de comercio de 3,2 millones de euros sufrió un deterioro.',
      'El fondo de comercio es de 3,2 millones de euros. No se registró ningún deterioro.',
    ],
  ])('is not confirmed: %s', (_what, claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });
});

describe('a claim that denies what its source states', () => {
  it.each([
    [`${goodwill} and was not impaired.`, `${goodwill}. It was impaired in the fourth quarter.`],
    [`${goodwill}, and there was no impairment.`, `${goodwill}, and the test resulted in an impairment.`],
    ['Unrealized gains were $45 million.', 'Realized gains were $45 million.'],
    [
      'The board did not record an impairment on goodwill of $3.2 billion.',
      'The board did not sell the unit with goodwill of $3.2 billion, and an impairment was recorded.',
    ],
  ])('is not confirmed: %s', (claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });
});

describe('a claim with the same denial or none', () => {
  it.each([
    [impaired, 'Goodwill of $3.2 billion was found to be impaired.'],
    ['Goodwill of $3.2 billion was on the books.', `${goodwill}, and no impairment was recorded.`],
    ['No impairment of goodwill was recorded in 2024.', 'In 2024, we did not record any impairment of goodwill.'],
    ['Goodwill was not impaired in 2024.', 'No impairment of goodwill was recorded in 2024.'],
    [
      'Goodwill of $3.2 billion passed its impairment test.',
      `${goodwill}. We performed the annual test, and no impairment was recorded.`,
    ],
    [
      `${goodwill}, and an impairment was recorded.`,
      `${goodwill}. An impairment was recorded in the second quarter. No impairment was recorded on other assets.`,
    ],
    [
      'Goodwill of $45 million was impaired in 2024.',
      'Goodwill of $45 million was written off in 2024. No impairment was recorded in 2023.',
    ],
    ['At least 250 people work there.', 'No fewer than 250 people work there.'],
    ['At most 250 people work there.', 'No more than 250 people work there.'],
    ['Revenue rose 5% in 2024.', 'Not only revenue, which rose 5% in 2024, grew.'],
    ['Revenue was $3.2 billion in May 2024.', 'Der Umsatz betrug im Mai 2024 3,2 Mrd. Dollar.'],
  ])('is confirmed: %s', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});
