import { chakra, defineRecipe } from '@chakra-ui/react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from '~/client/ui/feedback/spinner';
import { Tooltip } from '~/client/ui/overlay/tooltip';

const recipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: 0,
    position: 'relative',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'control',
    textStyle: 'ui',
    fontWeight: 'medium',
    // On phones, large text may not leave room for a label on one line. A button with a negative margin needs
    // `maxWidth="none"`, because its container can be narrower than the button by that margin.
    maxWidth: 'full',
    whiteSpace: { sm: 'nowrap' },
    userSelect: 'none',
    textDecoration: 'none',
    transition: 'background-color, border-color, color, opacity, filter',
    transitionDuration: 'fast',
    transitionTimingFunction: 'out',
    _disabled: { opacity: 0.5 },
    '&[aria-busy=true]': { opacity: 0.86, cursor: 'progress' },
    '& svg': { flexShrink: 0 },
    // Touch targets need 40 px, even if the button looks smaller.
    '@media (pointer: coarse)': { minHeight: 'touch', minWidth: 'touch' },
  },
  variants: {
    variant: {
      primary: {
        bg: 'accent',
        color: 'accent.fg',
        fontWeight: 'semibold',
        _hover: { filter: 'brightness(1.08)' },
        _active: { filter: 'brightness(0.95)' },
      },
      /** Only for Send and the main button of the home page. */
      signature: {
        bgImage: '{gradients.accent}',
        backgroundOrigin: 'border-box',
        color: 'accent.fg',
        fontWeight: 'semibold',
        _hover: { filter: 'brightness(1.08)' },
        _active: { filter: 'brightness(0.95)' },
        // Forced colors keep background images such as gradients, on which text may be unreadable.
        '@media (forced-colors: active)': { bgImage: 'none' },
      },
      secondary: {
        bg: 'bg.raised',
        borderColor: 'border.strong',
        color: 'fg',
        _hover: { bg: 'bg.overlay', borderColor: 'border.control' },
      },
      ghost: { color: 'fg.muted', _hover: { bg: 'bg.hover', color: 'fg' }, _expanded: { bg: 'bg.hover', color: 'fg' } },
      danger: {
        bg: 'danger.solid',
        color: 'danger.fg',
        fontWeight: 'semibold',
        _hover: { filter: 'brightness(1.08)' },
      },
    },
    size: {
      sm: { height: '8', px: '3' },
      md: { height: '10', px: '4' },
      lg: { height: '12', px: '6', fontSize: '1rem' },
    },
    // Icons don't grow with the text.
    square: { true: { px: '0', aspectRatio: '1', maxHeight: 'touch' } },
  },
  defaultVariants: { variant: 'secondary', size: 'md' },
});

const Base = chakra('button', recipe, { defaultProps: { type: 'button' } });

export type ButtonProps = ComponentProps<typeof Base> & {
  /** While true, the button keeps the focus, ignores presses and shows `pendingLabel`. */
  pending?: boolean;
  pendingLabel?: ReactNode;
  /** Like `disabled`, but the button keeps the focus. For example, there is nothing to save. */
  inactive?: boolean | undefined;
};

export function Button({ pending = false, pendingLabel, inactive = false, children, onClick, ...rest }: ButtonProps) {
  const isIgnoring = pending || inactive;
  function press(event: MouseEvent<HTMLButtonElement>) {
    // Also prevents Enter in a field from submitting the form.
    if (isIgnoring) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <Base {...rest} aria-disabled={isIgnoring || undefined} aria-busy={pending || undefined} onClick={press}>
      {pending ? (
        <>
          <Spinner size="4" label={null} />
          {pendingLabel ?? children}
        </>
      ) : (
        children
      )}
    </Base>
  );
}

export type IconButtonProps = Omit<ComponentProps<typeof Base>, 'aria-label' | 'title'> & {
  /** The accessible name, and the tooltip unless `tooltip` is set. */
  label: string;
  tooltip?: string | undefined;
};

export function IconButton({ label, tooltip = label, children, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip content={tooltip}>
      <Base {...rest} square variant={variant} aria-label={label}>
        {children}
      </Base>
    </Tooltip>
  );
}
