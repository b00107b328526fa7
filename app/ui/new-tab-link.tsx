import type { ComponentProps } from 'react'

type NewTabLinkProps = Omit<ComponentProps<'a'>, 'target' | 'rel'> & { href: string }

/** A link that opens in a new tab, and says so to screen readers. */
export function NewTabLink({ children, ...rest }: NewTabLinkProps) {
  return (
    <a {...rest} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> (nowa karta)</span>
    </a>
  )
}
