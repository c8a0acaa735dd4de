import { Link } from '@tanstack/react-router';
import type { PageLinkProps } from '~/client/ui/page/page-link';
import { publicPaths } from '~/shared/pages';

/** The application's own pages come without a page load; the public ones are documents of their own. */
export function RouterAnchor({ href, ...rest }: PageLinkProps) {
  const isDocument = (publicPaths as readonly string[]).includes(href);
  return isDocument ? <a href={href} {...rest} /> : <Link to={href as '/auth'} {...rest} />;
}
