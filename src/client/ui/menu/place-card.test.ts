import { describe, expect, it } from 'vitest';
import { placeCard } from './place-card';

const view = { width: 390, height: 844 };
const card = { width: 208, height: 200 };

describe('placeCard', () => {
  it('places the card below its opener, aligned at the right edge', () => {
    expect(placeCard({ top: 100, bottom: 140, left: 340, right: 380 }, card, view)).toEqual({ top: 144, left: 172 });
  });

  it('places the card above an opener near the bottom', () => {
    expect(placeCard({ top: 780, bottom: 820, left: 340, right: 380 }, card, view)).toEqual({ top: 576, left: 172 });
  });

  it('aligns the card at the left edge if requested, within the window', () => {
    expect(placeCard({ top: 100, bottom: 140, left: 60, right: 100 }, card, view, 'left').left).toBe(60);
    expect(placeCard({ top: 100, bottom: 140, left: 340, right: 380 }, card, view, 'left').left).toBe(174);
  });

  it('keeps the card within the window', () => {
    expect(placeCard({ top: 100, bottom: 140, left: 20, right: 60 }, card, view).left).toBe(8);
    expect(placeCard({ top: 100, bottom: 140, left: 460, right: 500 }, card, view).left).toBe(174);
    expect(placeCard({ top: 40, bottom: 70, left: 340, right: 380 }, { width: 208, height: 900 }, view).top).toBe(8);
  });
});
