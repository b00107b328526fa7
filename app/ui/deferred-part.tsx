import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from './lazy-part.tsx'

type DeferredOptions = {
  /** Of the part's element: where the server's document has it. */
  id: string
  /** In the shape of what comes, where the server rendered nothing: after a navigation. */
  skeleton: ReactNode
}

type DeferredPart<Props> = ComponentType<Props> & {
  /** Hands over what the server renders; its code would weigh on the page where the part is named. */
  provide: (Part: ComponentType<Props>) => void
  /** Fetches the code for a page that the browser renders; whether it is there. */
  preload: () => Promise<boolean>
}

/** Somebody is there. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * A part of a page that the server renders whole and the browser brings to life at the visitor's first sign: until then it
 * is plain HTML, whose links lead somewhere by themselves. For what lies below the first screen; it renders an element with `id`
 * whatever its properties.
 */
export function deferredPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { id, skeleton }: DeferredOptions,
): DeferredPart<Props> {
  if (import.meta.env.SSR) {
    let provided: ComponentType<Props> | undefined
    const Rendered = (props: Props) => {
      if (!provided) throw new Error(`The server was not given the part #${id}`)
      const Part = provided
      return (
        <Suspense>
          <Part {...props} />
        </Suspense>
      )
    }
    return Object.assign(Rendered, {
      provide(Part: ComponentType<Props>) {
        provided = Part
      },
      preload: async () => true,
    })
  }

  const Loaded = lazyPart(load, { skeleton })
  const isThere = () => document.getElementById(id) !== null
  // The code of another page is fetched at the first sign too: it will be wanted whole.
  if (!isThere()) void Loaded.preload()
  const Revived: ComponentType<Props> = lazy(async () => {
    await firstSign()
    // For when the visitor comes back to the page.
    void Loaded.preload()
    // Where the code cannot be had, `Loaded` says so and tries again.
    return load().catch(() => ({ default: Loaded }))
  })
  function Deferred(props: Props) {
    const [isRendered] = useState(isThere)
    if (!isRendered) return <Loaded {...props} />
    return (
      <Suspense fallback={skeleton}>
        <Revived {...props} />
      </Suspense>
    )
  }
  return Object.assign(Deferred, { provide: () => undefined, preload: Loaded.preload })
}

let sign: Promise<void> | undefined

function firstSign(): Promise<void> {
  sign ??= new Promise((resolve) => {
    const wait = new AbortController()
    const hear = () => {
      wait.abort()
      resolve()
    }
    for (const name of SIGNS) window.addEventListener(name, hear, { passive: true, signal: wait.signal })
  })
  return sign
}
