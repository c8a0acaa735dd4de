/** Whether "12.345" has a decimal point, in short texts of several languages. */
import { describe, expect, it } from 'vitest';
import { decimalMarkOf } from './figures';

describe('the decimal mark', () => {
  it.each([
    'Die Firma hat 12.345 Mitarbeiter.',
    'Beschäftigte: 12.345 Mitarbeiter.',
    'La empresa tiene 12.345 empleados.',
    'La inversión fue de 12.345 euros.',
    "L'azienda ha venduto 12.345 auto.",
    'A empresa vendeu 12.345 carros.',
    'Am 15.12. um 15.30 Uhr lag der DAX bei 12.345 Punkten.',
    'Users: 1.234.567, stores: 12.345',
    'Change: 0,125, index: 12.345',
    'Stores: 12.000, index: 12.345',
  ])('is a comma: %s', (text) => {
    expect(decimalMarkOf(text)).toBe(',');
  });

  it.each([
    'The rate was 12.345 in Los Angeles, Las Vegas and Des Moines.',
    'The index of the Banco del Sur was at 12.345.',
    'Users: 1,234,567, rate: 12.345',
    'Change: 0.125, index: 12,345',
    'Der Kurs: 12.5 und 12.345',
  ])('is a point: %s', (text) => {
    expect(decimalMarkOf(text)).toBe('.');
  });
});
