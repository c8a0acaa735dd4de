/** One attribute of an element in a page's tree. Immutable, so a copy is the attribute itself. */
export class PageAttribute {
  constructor(
    readonly name: string,
    readonly value: string,
  ) {}

  cloneNode(): PageAttribute {
    return this;
  }
}
