/** The direction of a figure whose clause has several. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

describe('a figure whose clause has a rise and a fall', () => {
  it.each([
    ['Sales fell 5% after the Fed hiked rates.', 'Sales fell 5%.', 'Sales rose 5%.'],
    ['After the Fed hiked rates sales fell 5%.', 'Sales fell 5%.', 'Sales rose 5% after the Fed hiked rates.'],
    ['Sales fell 5% amid growing competition.', 'Sales were down 5%.', 'Sales were up 5%.'],
    ['Higher costs pushed profit down 3%.', 'Profit declined 3%.', 'Profit increased 3%.'],
    ['Lower costs lifted profit 12%.', 'Profit was up 12%.', 'Profit fell 12%.'],
    ['Profit was reduced by 3% due to higher costs.', 'Profit decreased 3%.', 'Profit increased 3%.'],
    ['Costs fell as sales were 5% higher.', 'Sales rose 5%.', 'Sales fell 5%.'],
    [
      'Cash fell as capital expenditure rose to $5bn.',
      'Capital expenditure rose to $5bn.',
      'Capital expenditure fell to $5bn.',
    ],
    ['Trotz steigender Preise fiel der Umsatz um 5 %.', 'Der Umsatz fiel um 5 %.', 'Der Umsatz stieg um 5 %.'],
    ['Der Umsatz gab trotz steigender Preise um 5 % nach.', 'Der Umsatz fiel um 5 %.', 'Der Umsatz wuchs um 5 %.'],
    [
      'Les ventes ont reculé de 5 % malgré la hausse des prix.',
      'Les ventes ont reculé de 5 %.',
      'Les ventes ont augmenté de 5 %.',
    ],
    [
      'Las ventas cayeron un 5 % pese al aumento de los precios.',
      'Las ventas cayeron un 5 %.',
      'Las ventas subieron un 5 %.',
    ],
  ])('has that of its own verb: %s', (source, same, opposite) => {
    expect(['quote', 'figures']).toContain(checkClaim(same, source).verdict);
    expect(['partial', 'absent']).toContain(checkClaim(opposite, source).verdict);
  });

  it('has none if a change rises or falls itself', () => {
    expect(checkClaim('Sales growth was 2%.', 'Sales growth slowed to 2%.').verdict).toBe('figures');
  });

  it('is not a range behind both', () => {
    const source = 'Despite growing demand sales fell $5 million to $7 million.';
    expect(checkClaim('Sales fell to $7 million.', source).verdict).toBe('figures');
  });
});
