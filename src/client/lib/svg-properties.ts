/**
 * Replaces the list of all SVG attributes in `property-information` in the browser (vite.config.ts), which saves 3 KB.
 * The only SVGs in Markdown are those of KaTeX. Attributes without an entry keep their names, as `viewBox` should.
 */
const className = { property: 'className', attribute: 'class', space: 'svg', spaceSeparated: true };
const strokeWidth = { property: 'strokeWidth', attribute: 'stroke-width', space: 'svg' };

export const svg = {
  space: 'svg',
  property: { className, strokeWidth },
  normal: { class: 'className', classname: 'className', 'stroke-width': 'strokeWidth', strokewidth: 'strokeWidth' },
};
