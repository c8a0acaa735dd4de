import { Link } from '@tanstack/react-router';
import { publicPaths } from '~/shared/pages';
import type { PageLinkProps } from '../ui/page-link';

/** The application's own pages come without a page load; the public ones are documents of their own. */
export function RouterAnchor({ href, ...rest }: PageLinkProps) {
  const isDocument = (publicPaths as readonly string[]).includes(href);
  return isDocument ? <a href={href} {...rest} /> : <Link to={href as '/auth'} {...rest} />;
}
