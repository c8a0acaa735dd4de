import { type AnchorHTMLAttributes, type ComponentType, createContext, type Ref, useContext } from 'react';
import { atBase } from '~/client/lib/base-path';

export type PageLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> };

/** Where there is no router a link is a link; the signed-in application puts its own in here. */
export const PageLinkContext = createContext<ComponentType<PageLinkProps>>((props) => (
  <a {...props} href={atBase(props.href)} />
));

/** A link to a page of ours, within the application without a page load. */
export function PageLink(props: PageLinkProps) {
  const Anchor = useContext(PageLinkContext);
  return <Anchor {...props} />;
}
