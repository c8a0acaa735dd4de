/** One attribute of an element in the tree of a page. Nothing changes it, so a copy is the attribute itself. */
export class PageAttribute {
  constructor(
    readonly name: string,
    readonly value: string,
  ) {}

  cloneNode(): PageAttribute {
    return this;
  }
}
