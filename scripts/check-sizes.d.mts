interface MeasuredFunction {
  name: string;
  file: string;
  line: number;
  lines: number;
}
interface Sizes {
  file: string;
  lines: number;
  functions: MeasuredFunction[];
}
export const limits: { fileLines: number; functionLines: number; longFunctionLines: number; longFunctions: number };
export const tooLong: Record<string, number>;
export function sizesOf(file: string, source: string): Sizes;
export function faultsOfSizes(sizes: Sizes[]): string[];
