import { useIdlePart } from '~/client/lib/lazy-part';

const loadOverlays = () => import('~/client/ui/overlay/overlays');

/** Loads toasts and tooltips when the page is idle, because the first paint does not need them. */
export function LazyOverlays() {
  const Overlays = useIdlePart(loadOverlays);
  return Overlays && <Overlays />;
}
