/**
 * The value at position `n`, counted from 1, if the values were sorted in descending order. Reorders the array without
 * sorting it completely: only the best few thousand of a million matter (Hoare's quickselect). Every index is within
 * the array, which TypeScript can't check: hence the casts.
 */
export function nthLargest(values: Float64Array, n: number): number {
  const place = n - 1;
  let first = 0;
  let last = values.length - 1;
  while (first < last) {
    const pivot = values[(first + last) >>> 1] as number;
    let [left, right] = [first, last];
    while (left <= right) {
      while ((values[left] as number) > pivot) left++;
      while ((values[right] as number) < pivot) right--;
      if (left <= right) swap(values, left++, right--);
    }
    // Values up to `right` are at least the pivot, values from `left` on at most; any in between are equal to it.
    if (place <= right) last = right;
    else if (place >= left) first = left;
    else return pivot;
  }
  return values[place] as number;
}

function swap(values: Float64Array, a: number, b: number): void {
  const kept = values[a] as number;
  values[a] = values[b] as number;
  values[b] = kept;
}
