import { Toaster } from './toaster';
import { TooltipLayer } from './tooltip-layer';

/** What floats above every page. A default export, as `lazy` asks for one. */
export default function Overlays() {
  return (
    <>
      <Toaster />
      <TooltipLayer />
    </>
  );
}
