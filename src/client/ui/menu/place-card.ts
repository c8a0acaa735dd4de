/** Where a floating card goes: below its opener, or above where there is more room, and always within the window. */
interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

interface Size {
  width: number;
  height: number;
}

const gap = 4;
const edge = 8;

/** Aligns the card with the opener's right edge (or `align`), inside the window. */
export function placeCard(
  opener: Box,
  card: Size,
  view: Size,
  align: 'left' | 'right' = 'right',
): { top: number; left: number } {
  const below = opener.bottom + gap;
  const above = opener.top - gap - card.height;
  const fits = below + card.height <= view.height - edge || above < edge;
  return {
    top: clamp(fits ? below : above, view.height - card.height - edge),
    left: clamp(align === 'left' ? opener.left : opener.right - card.width, view.width - card.width - edge),
  };
}

const clamp = (place: number, max: number) => Math.round(Math.max(edge, Math.min(place, max)));
