/** Finds the pages of a PDF that are mostly covered by images, without decoding any. */
import { getResolvedPDFJS } from 'unpdf';
import { openPdf, type Pdf } from './open-pdf';

/** Part of a page that its images cover at least. */
const largeShare = 0.5;

/** As in PDF: x' = a x + c y + e, y' = b x + d y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS'];

/** Pages are checked until `deadline`, a value of performance.now(). */
export async function pagesWithLargeImage(
  bytes: Uint8Array,
  pages: readonly number[],
  deadline: number,
): Promise<number[]> {
  const found: number[] = [];
  const { OPS } = await getResolvedPDFJS();
  const pdf = await openPdf(bytes);
  try {
    for (const number of pages) {
      if (performance.now() > deadline) break;
      if ((await imageShare(pdf, number, OPS).catch(() => 0)) >= largeShare) found.push(number);
    }
    return found;
  } finally {
    await pdf.destroy();
  }
}

/**
 * An image is drawn into the unit square of the current matrix. Because `openPdf` leaves images out, the list of
 * operators contains only the matrix: one that is set and dropped again without drawing anything marks an image.
 */
async function imageShare(pdf: Pdf, number: number, operators: Operators): Promise<number> {
  const page = await pdf.getPage(number);
  const { fnArray, argsArray } = await page.getOperatorList();
  const drawsNothing = operatorsThatDrawNothing(operators);
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const pageArea = Math.abs((right - left) * (top - bottom)) || 1;
  const outer: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let isPlace = false;
  let covered = 0;
  const endPlace = () => {
    if (isPlace) covered += Math.min(areaOf(matrix), pageArea);
    isPlace = false;
  };
  for (const [index, operator] of fnArray.entries()) {
    if (operator === operators.save || operator === operators.paintFormXObjectBegin) {
      outer.push(matrix);
      isPlace = false;
      const inner = operator === operators.save ? null : (argsArray[index]?.[0] as Matrix | null);
      if (inner) matrix = multiplied(matrix, inner);
    } else if (operator === operators.transform) {
      matrix = multiplied(matrix, argsArray[index] as Matrix);
      isPlace = true;
    } else if (operator === operators.restore || operator === operators.paintFormXObjectEnd) {
      endPlace();
      matrix = outer.pop() ?? matrix;
    } else if (!drawsNothing.has(operator)) isPlace = false;
  }
  endPlace();
  page.cleanup();
  return covered / pageArea;
}

const operatorsThatDrawNothing = (operators: Operators): ReadonlySet<number> =>
  new Set([
    operators.dependency,
    operators.setGState,
    operators.setRenderingIntent,
    operators.beginMarkedContent,
    operators.beginMarkedContentProps,
    operators.endMarkedContent,
  ]);

const areaOf = ([a, b, c, d]: Matrix): number => Math.abs(a * d - b * c);

const multiplied = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];
