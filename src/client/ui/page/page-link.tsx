import { type AnchorHTMLAttributes, type ComponentType, createContext, type Ref, useContext } from 'react';
import { atBase } from '~/client/lib/base-path';

export type PageLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> };

/** A plain link by default. The signed-in application provides one for its router. */
export const PageLinkContext = createContext<ComponentType<PageLinkProps>>((props) => (
  <a {...props} href={atBase(props.href)} />
));

/** A link to one of our pages, without a page load inside the application. */
export function PageLink(props: PageLinkProps) {
  const Anchor = useContext(PageLinkContext);
  return <Anchor {...props} />;
}
