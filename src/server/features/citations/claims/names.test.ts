/** Capitalized words that are names, and those that only begin a sentence or are German nouns. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';
import { namesIn } from './names';

const namesOf = (text: string) => namesIn(text).map((name) => name.text);

describe('names', () => {
  it.each([
    ["L'an dernier, L'Oréal a vendu plus.", ['Oréal']],
    ["C’était l'année de D'Ieteren.", ['Ieteren']],
    ["Dell'anno scorso; Dell's orders", ['Dell']],
    ["Macy's and T's", ['Macy', 'T']],
    ['Cette année, Danone a vendu plus.', ['Danone']],
    ['Diese Zahl nennt Siemens für den Zeitraum.', ['Zahl', 'Siemens']],
    ['AI at CES and UNO', ['AI', 'CES', 'UNO']],
  ])('of %s', (text, names) => {
    expect(namesOf(text)).toEqual(names);
  });

  it.each([
    ["L'an dernier, les ventes étaient de 5 millions de dollars.", 'Last year, sales were $5 million.'],
    ['Cette année, les ventes étaient de 5 millions de dollars.', 'This year, sales were $5 million.'],
    ['Der Umsatz des Herstellers lag im Zeitraum bei 5 Mio. Dollar.', 'Sales of the manufacturer were $5 million.'],
  ])('are not required of an English source if there are none: %s', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toBe('figures');
    expect(checkClaim(`${claim.slice(0, -1)}, Kestrel.`, source).verdict).toBe('partial');
  });
});
