import { Toaster } from './toaster';
import { TooltipLayer } from './tooltip-layer';

/** Everything that floats above all pages. A default export, because `lazy` needs one. */
export default function Overlays() {
  return (
    <>
      <Toaster />
      <TooltipLayer />
    </>
  );
}
