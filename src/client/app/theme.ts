/**
 * The only place that defines colors, sizes and type. Components use semantic tokens only. Based on
 * `defaultBaseConfig` (utilities and conditions, no recipes): recipes are defined next to their components, so that
 * each screen loads only the styles it uses.
 */
import { createSystem, defaultBaseConfig, defineConfig, defineGlobalStyles } from '@chakra-ui/react';

const steps = [
  0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80,
  96,
];
/** The 4 px grid in rem, so that it scales with the user's font size. */
const grid = Object.fromEntries(steps.map((step) => [step, { value: step === 0 ? '0' : `${step / 4}rem` }]));

const sans =
  "'Inter Variable', 'Inter Fallback', 'Inter Fallback Android', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif";

/** The heading font has such a narrow space that words run together at heading sizes. */
const headingSpace = '0.07em';

const both = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

const globalCss = defineGlobalStyles({
  html: {
    fontFamily: 'body',
    bg: 'bg',
    color: 'fg',
    colorScheme: 'light',
    scrollbarColor: 'var(--chakra-colors-border-strong) transparent',
    '&.dark': { colorScheme: 'dark' },
  },
  body: { textStyle: 'ui', minHeight: '100dvh', bg: 'bg', color: 'fg' },
  '*, *::before, *::after': { borderColor: 'border' },
  '::selection': { bg: 'accent.subtle', color: 'fg' },
  '::placeholder': { color: 'fg.subtle', opacity: 1 },
  ':focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
  'h1:focus-visible, main:focus-visible': { outline: 'none' },
  'button, [role="button"], [role="tab"], summary': { cursor: 'pointer', touchAction: 'manipulation' },
  ':disabled, [aria-disabled="true"]': { cursor: 'not-allowed' },
  'time, [data-numeric]': { fontVariantNumeric: 'tabular-nums' },
});

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'chakra',
  cssVarsRoot: ':where(html, .chakra-theme)',
  globalCss,
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    keyframes: {
      spin: { to: { transform: 'rotate(360deg)' } },
      pulse: { '50%': { opacity: 0.45 } },
      appear: { from: { opacity: 0 } },
      rise: { from: { opacity: 0, transform: 'translateY(4px)' } },
      slideIn: { from: { transform: 'translateX(-100%)' } },
      slideInEnd: { from: { transform: 'translateX(100%)' } },
      slideInUp: { from: { transform: 'translateY(100%)' } },
    },
    tokens: {
      fonts: {
        body: { value: sans },
        heading: { value: `'Instrument Sans Variable', 'Instrument Fallback', ${sans}` },
        mono: { value: "'Geist Mono Variable', 'Geist Mono Fallback', ui-monospace, Menlo, Consolas, monospace" },
      },
      fontWeights: {
        normal: { value: '400' },
        medium: { value: '500' },
        semibold: { value: '600' },
      },
      spacing: grid,
      sizes: {
        ...grid,
        full: { value: '100%' },
        max: { value: 'max-content' },
        fit: { value: 'fit-content' },
        dvh: { value: '100dvh' },
        prose: { value: '70ch' },
        // Public pages, and the wider ones of the application, which have tables.
        page: { value: '68rem' },
        app: { value: '80rem' },
        form: { value: '24rem' },
        // With very large text, a phone's window must still have room for all buttons of a bar.
        touch: { value: 'min(2.5rem,44px)' },
      },
      radii: {
        tight: { value: '4px' },
        control: { value: '8px' },
        card: { value: '12px' },
        full: { value: '9999px' },
      },
      durations: { fast: { value: '120ms' }, normal: { value: '160ms' }, slow: { value: '200ms' } },
      easings: { out: { value: 'cubic-bezier(0.16, 1, 0.3, 1)' } },
      zIndex: {
        raised: { value: 1 },
        sticky: { value: 10 },
        toast: { value: 300 },
        tooltip: { value: 400 },
      },
    },
    semanticTokens: {
      colors: {
        bg: {
          DEFAULT: both('#FAF8F4', '#0A0C10'),
          raised: both('#FFFFFF', '#10131A'),
          overlay: both('#FFFFFF', '#161A22'),
          /** Translucent background of bars that content scrolls under. */
          glass: both('rgba(250, 248, 244, 0.84)', 'rgba(10, 12, 16, 0.8)'),
          hover: both('rgba(40, 34, 22, 0.055)', 'rgba(255, 255, 255, 0.055)'),
          selected: both('rgba(40, 34, 22, 0.085)', 'rgba(255, 255, 255, 0.095)'),
          scrim: both('rgba(40, 34, 22, 0.38)', 'rgba(3, 4, 6, 0.66)'),
        },
        border: {
          DEFAULT: both('rgba(40, 34, 22, 0.11)', 'rgba(255, 255, 255, 0.08)'),
          strong: both('rgba(40, 34, 22, 0.22)', 'rgba(255, 255, 255, 0.17)'),
          /** Border of text fields. Nothing else marks the field, so it needs a contrast of 3:1. */
          control: both('#8E897E', '#565D6C'),
        },
        fg: {
          DEFAULT: both('#1B1A17', '#ECEEF3'),
          muted: both('#55524B', '#A4ABBA'),
          subtle: both('#6B675E', '#80899A'),
        },
        accent: {
          DEFAULT: both('#4A48D8', '#93A0FF'),
          fg: both('#FFFFFF', '#080A12'),
          subtle: both('rgba(74, 72, 216, 0.11)', 'rgba(137, 150, 255, 0.16)'),
          start: both('#5247DE', '#968CFF'),
          end: both('#0B6F95', '#62D0F5'),
        },
        gain: both('#0A7547', '#3FD08B'),
        loss: both('#BC2438', '#FF7B86'),
        danger: {
          DEFAULT: both('#B42335', '#FF858E'),
          /** Background of destructive buttons; `fg` is their text. */
          solid: both('#B42335', '#C22A40'),
          fg: both('#FFFFFF', '#FFFFFF'),
          subtle: both('rgba(180, 35, 53, 0.09)', 'rgba(255, 107, 118, 0.13)'),
        },
        focus: both('#4A48D8', '#93A0FF'),
      },
      gradients: {
        accent: {
          value: 'linear-gradient(100deg, {colors.accent.start}, {colors.accent.end})',
        },
      },
      shadows: {
        overlay: both(
          '0 1px 2px rgba(40, 34, 22, 0.06), 0 12px 32px rgba(40, 34, 22, 0.12)',
          '0 1px 2px rgba(0, 0, 0, 0.4), 0 16px 40px rgba(0, 0, 0, 0.45)',
        ),
      },
    },
    textStyles: {
      display: {
        value: {
          fontFamily: 'heading',
          fontSize: { base: '2.25rem', md: '3.25rem' },
          lineHeight: '1.08',
          fontWeight: '620',
          letterSpacing: '-0.024em',
          textWrap: 'balance',
        },
      },
      title: {
        value: {
          fontFamily: 'heading',
          fontSize: '1.5rem',
          lineHeight: '1.25',
          fontWeight: '600',
          letterSpacing: '-0.012em',
          wordSpacing: headingSpace,
        },
      },
      heading: {
        value: {
          fontFamily: 'heading',
          fontSize: '1.0625rem',
          lineHeight: '1.4',
          fontWeight: '600',
          letterSpacing: '-0.004em',
          wordSpacing: headingSpace,
        },
      },
      body: { value: { fontSize: '1rem', lineHeight: '1.6', fontWeight: '400', letterSpacing: '-0.003em' } },
      ui: { value: { fontSize: '0.875rem', lineHeight: '1.45', fontWeight: '400' } },
      caption: {
        value: { fontSize: '0.75rem', lineHeight: '1.4', fontWeight: '400' },
      },
    },
  },
});

export const system = createSystem(defaultBaseConfig, config);
