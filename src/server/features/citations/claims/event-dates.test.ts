/** Statements about events and their dates. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

const merger = 'The merger was announced on 3 May 2023 and closed on 8 August 2023.';
const split = 'The merger was announced on 3 May 2023. It closed on 8 August 2023.';
const priced = 'First announced on 3 May 2023, the $3 billion merger was closed on 8 August 2023.';
const dividend = 'The dividend is payable on June 8, 2023 to holders of record on May 3, 2023.';
const reports = 'Kestrel reports on 3 May 2023 and Norden on 8 August 2023.';
const fusion = 'Die Fusion wurde am 3. Mai 2023 angekündigt und am 8. August 2023 abgeschlossen.';
const fusión = 'La fusión se anunció el 3 de mayo de 2023 y se completó el 8 de agosto de 2023.';

describe('an event with the date of another', () => {
  it.each([
    ['The merger was announced on 8 August 2023 and closed on 3 May 2023.', merger],
    ['The merger, announced on 8 August 2023, closed on 3 May 2023.', merger],
    ['On 8 August 2023, Kestrel announced the merger.', merger.replace('The', "Kestrel's")],
    ['The merger closed on 3 May 2023.', merger],
    ['The merger was announced on 8 August 2023.', merger],
    ['The merger closed on 3 May 2023.', split],
    ['The dividend is payable on May 3, 2023 to holders of record on June 8, 2023.', dividend],
    ['Norden reports on 3 May 2023 and Kestrel on 8 August 2023.', reports],
    ['The company was founded in 2004 and listed in 1998.', 'The company was founded in 1998 and listed in 2004.'],
    ['Announced on 8 August 2023, the $3 billion merger closed on 3 May 2023.', priced],
    ['Die Fusion wurde am 8. August 2023 angekündigt und am 3. Mai 2023 abgeschlossen.', fusion],
    ['La fusión se anunció el 8 de agosto de 2023 y se completó el 3 de mayo de 2023.', fusión],
  ])('is not confirmed: %s', (claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });

  it.each([
    ['The merger, announced on 3 May 2023, closed on 8 August 2023.', merger],
    ['In August 2023 the merger closed.', merger],
    ['On 8 August 2023, the merger closed.', split],
    ['On 3 May 2023, the merger was announced.', merger],
    ['The merger closed in 2023.', merger],
    ['Holders of record on May 3, 2023 receive the dividend.', dividend],
    ['Norden reports on 8 August 2023.', reports],
    ['The company, listed since 2004, was founded in 1998.', 'The company was founded in 1998 and listed in 2004.'],
    ['Announced on 3 May 2023, the $3 billion merger closed on 8 August 2023.', priced],
    ['Die Fusion wurde am 8. August 2023 abgeschlossen.', fusion],
    ['La fusión se completó el 8 de agosto de 2023.', fusión],
  ])('is confirmed with its own: %s', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});
