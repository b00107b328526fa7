import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

type Variant = 'primary' | 'secondary' | 'danger' | 'danger-outline' | 'quiet' | 'on-night' | 'quiet-on-night'
type Size = 'md' | 'tight' | 'lg' | 'lg-tight' | 'inline'

const VARIANTS: Record<Variant, string> = {
  primary: 'bg-night text-ivory hover:bg-oud disabled:bg-night/40',
  secondary: 'border border-night/70 text-night hover:bg-sand disabled:border-night/25 disabled:text-night/50',
  danger: 'bg-wine text-ivory hover:bg-wine/85 disabled:bg-wine/40',
  /** A dangerous action that is not the next step. */
  'danger-outline': 'border border-wine text-wine hover:bg-wine-tint disabled:border-wine/40 disabled:text-wine/60',
  quiet: 'text-night underline-offset-4 hover:underline disabled:text-night/50',
  'on-night': 'bg-ivory text-night hover:bg-sand',
  'quiet-on-night': 'text-ivory underline decoration-gold-light decoration-1 underline-offset-4',
}

const SIZES: Record<Size, string> = {
  md: 'min-h-11 px-5 py-2 text-sm',
  /** For one line of text where there is little space. */
  tight: 'min-h-11 px-3 py-2 text-sm',
  lg: 'min-h-13 px-7 py-2 text-base',
  'lg-tight': 'min-h-13 px-3 py-2 text-base leading-tight min-[22.5rem]:whitespace-nowrap',
  /** Aligned with the text above or below it. */
  inline: 'min-h-13 py-2 text-base',
}

/** Classes of a button, for links that look like one. */
export function buttonClass(variant: Variant = 'primary', size: Size = 'md', className?: string): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-full text-center font-semibold',
    'transition-colors duration-150 disabled:cursor-not-allowed',
    SIZES[size],
    VARIANTS[variant],
    className,
  )
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: Variant
  size?: Size
  /** An action is running: announced to assistive technology; a second press is ignored. */
  busy?: boolean
}

export function Button(props: ButtonProps) {
  const { variant, size, busy = false, className, type = 'button', disabled, children, ...rest } = props
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && (
        <span
          aria-hidden="true"
          className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
      {/* The translator of a browser moves text nodes, and nothing can be inserted before a moved one. */}
      <span className="contents">{children}</span>
    </button>
  )
}
