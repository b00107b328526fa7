type IconProps = {
  /** Path of the shape on a 24 x 24 grid. */
  d: string
  className?: string
  strokeWidth?: number
}

/**
 * A decorative icon. The storefront's shapes are Lucide's (ISC licence), written out where they are used: the
 * library's React component is larger than all of them together.
 */
export function Icon({ d, className, strokeWidth = 2 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={d} />
    </svg>
  )
}

export const CROSS = 'M18 6 6 18M6 6l12 12'
export const CHEVRON_LEFT = 'm15 18-6-6 6-6'
export const CHEVRON_RIGHT = 'm9 18 6-6-6-6'
export const CHEVRON_DOWN = 'm6 9 6 6 6-6'
export const ARROW_RIGHT = 'M5 12h14M12 5l7 7-7 7'
export const SEARCH = 'm21 21-4.34-4.34M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0z'
