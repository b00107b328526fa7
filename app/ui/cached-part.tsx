import type { ComponentType, ReactElement } from 'react'

/** What stands in a page's data: equal texts of it mean equal properties. */
type Data = string | number | boolean | null | undefined | readonly Data[] | { readonly [name: string]: Data }

/** Stands in for a part while a page is rendered. */
export type PlacePart = <Props extends object>(Part: ComponentType<Props>, props: Props) => ReactElement

let place: PlacePart | null = null

/** The server's rendering of pages: what puts stored HTML in the place of a part. */
export function setPartPlacer(next: PlacePart): void {
  place = next
}

/**
 * A component whose HTML follows from its properties alone: not from the page's address, a context or `useId`. The server
 * renders it once for equal properties; in the browser it is the component itself.
 */
export function cachedPart<Props extends { readonly [Name in keyof Props]: Data }>(
  Part: ComponentType<Props>,
): ComponentType<Props> {
  if (!import.meta.env.SSR) return Part
  return (props) => (place ? place(Part, props) : <Part {...props} />)
}
